import fc from 'fast-check';
import type { Conditions } from '../../../contracts/study-files/conditions';
import { drawRandomConditionCell, drawUnpredictableConditionCell } from './draw-cell.rule';

const conditionsOf = (shares: readonly number[], more: Partial<Conditions> = {}): Conditions => ({
  draw: 'least_filled',
  repeats: 1,
  blinded: false,
  cells: shares.map((share, i) => ({ name: `cell ${i}`, share, values: {} })),
  ...more,
});
/** Returns a generator of whole numbers below a limit; equal seeds give equal numbers (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
};
const drawn = (
  conditions: Conditions,
  times: number,
  seed: number,
  draw = drawRandomConditionCell,
) => {
  const below = randomFrom(seed);
  const held = conditions.cells.map(() => 0);
  const order: number[] = [];
  for (let n = 0; n < times; n++) {
    const cell = draw(conditions, held, below);
    held[cell] = (held[cell] ?? 0) + 1;
    order.push(cell);
  }
  return { held, order };
};
const seeds = fc.integer();
const manyShares = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 8 });

describe('Drawing a condition', () => {
  it('by “least filled” keeps conditions with equal shares within one of each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(60), seeds, (cells, times, seed) => {
        const { held } = drawn(conditionsOf(Array<number>(cells).fill(1)), times, seed);
        expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('by “least filled” draws the condition furthest below its share after dropouts', () => {
    fc.assert(
      fc.property(
        manyShares.chain((shares) =>
          fc.tuple(
            fc.constant(shares),
            fc.array(fc.nat(50), { minLength: shares.length, maxLength: shares.length }),
          ),
        ),
        seeds,
        ([shares, held], seed) => {
          const cell = drawRandomConditionCell(conditionsOf(shares), held, randomFrom(seed));
          const filled = held.map((count, i) => count / (shares[i] ?? 1));
          expect(filled[cell]).toBeCloseTo(Math.min(...filled), 12);
        },
      ),
    );
  });

  it('by “blocks” fills each block with every condition, its share times the repeats', () => {
    fc.assert(
      fc.property(manyShares, fc.integer({ min: 1, max: 4 }), seeds, (shares, repeats, seed) => {
        const conditions = conditionsOf(shares, { draw: 'blocks', repeats });
        const size = shares.reduce((sum, share) => sum + share, 0) * repeats;
        const { order } = drawn(conditions, size * 3, seed);
        for (const block of [0, 1, 2]) {
          const members = order.slice(block * size, (block + 1) * size);
          expect(shares.map((_, i) => members.filter((cell) => cell === i).length)).toEqual(
            shares.map((share) => share * repeats),
          );
        }
      }),
    );
  });

  it('by “blocks” refills the seat of a dropout before a new block begins', () => {
    const conditions = conditionsOf([1, 1, 1], { draw: 'blocks', repeats: 2 });
    expect(drawRandomConditionCell(conditions, [4, 3, 4], randomFrom(1))).toBe(1);
  });

  it('draws equally filled conditions equally often over many seeds', () => {
    for (const draw of ['least_filled', 'blocks', 'weights'] as const) {
      const firsts = [0, 0, 0, 0];
      for (let seed = 0; seed < 4_000; seed++) {
        const cell = drawRandomConditionCell(
          conditionsOf([1, 1, 1, 1], { draw }),
          [2, 2, 2, 2],
          randomFrom(seed),
        );
        firsts[cell] = (firsts[cell] ?? 0) + 1;
      }
      for (const times of firsts) {
        expect(times).toBeGreaterThan(850);
        expect(times).toBeLessThan(1_150);
      }
    }
  });

  it('by “weights” draws in proportion to the shares, whatever was drawn before', () => {
    const conditions = conditionsOf([3, 1], { draw: 'weights' });
    let first = 0;
    for (let seed = 0; seed < 4_000; seed++)
      if (drawRandomConditionCell(conditions, [1_000, 0], randomFrom(seed)) === 0) first += 1;
    expect(first).toBeGreaterThan(2_850);
    expect(first).toBeLessThan(3_150);
  });
});

/** Computes the probability that each condition is drawn, over all possible random numbers. */
const chancesOf = (conditions: Conditions, held: readonly number[]): number[] => {
  const chances = conditions.cells.map(() => 0);
  const play = (answers: readonly number[], weight: number) => {
    const limits: number[] = [];
    const cell = drawUnpredictableConditionCell(
      conditions,
      held,
      (limit) => answers[limits.push(limit) - 1] ?? 0,
    );
    const open = limits[answers.length];
    if (open === undefined) chances[cell] = (chances[cell] ?? 0) + weight;
    else for (let n = 0; n < open; n++) play([...answers, n], weight / open);
  };
  play([], 1);
  return chances;
};
/** Lists all distributions of at most `most` seats over `cells` conditions. */
const spreads = (cells: number, most: number): number[][] =>
  cells === 0
    ? [[]]
    : Array.from({ length: most + 1 }, (_, own) =>
        spreads(cells - 1, most - own).map((others) => [own, ...others]),
      ).flat();
const draws = ['least_filled', 'blocks', 'weights'] as const;

describe('Drawing a condition in an anonymous session', () => {
  const neverCertain = (conditions: Conditions, held: readonly number[]) => {
    const all = conditions.cells.reduce((sum, { share }) => sum + share, 0);
    chancesOf(conditions, held).forEach((chance, i) => {
      const own = (conditions.cells[i]?.share ?? 0) / all;
      expect(chance).toBeGreaterThan((own * 2) / 3 - 1e-9);
      expect(chance).toBeLessThan(1 / 3 + (own * 2) / 3 + 1e-9);
    });
  };

  it.each(draws)(
    'by %s may draw every condition, and none for certain, in any state of a session of six',
    (draw) => {
      for (const shares of [
        [1, 1],
        [1, 3],
        [1, 1, 1],
        [3, 2, 1],
        [1, 1, 1, 1],
      ])
        for (const repeats of [1, 2])
          for (const held of spreads(shares.length, 6))
            neverCertain(conditionsOf(shares, { draw, repeats }), held);
    },
  );

  it.each(draws)(
    'by %s may draw every condition, and none for certain, however many participants gave up their seats',
    (draw) => {
      fc.assert(
        fc.property(
          manyShares.chain((shares) =>
            fc.tuple(
              fc.constant(shares),
              fc.array(fc.nat(1_000), { minLength: shares.length, maxLength: shares.length }),
            ),
          ),
          ([shares, held]) => neverCertain(conditionsOf(shares, { draw }), held),
        ),
        { numRuns: 30 },
      );
    },
  );

  it('draws the less filled of two conditions with a probability of two thirds', () => {
    const [first, second] = chancesOf(conditionsOf([1, 1]), [9, 2]);
    expect(first).toBeCloseTo(1 / 3, 12);
    expect(second).toBeCloseTo(2 / 3, 12);
  });

  it.each(['least_filled', 'blocks'] as const)(
    'by %s gives conditions that differ by 20 at most after 200 draws, and by 5 on average',
    (draw) => {
      for (const cells of [2, 3, 6, 12]) {
        const conditions = conditionsOf(Array<number>(cells).fill(1), { draw });
        const differences = Array.from({ length: 300 }, (_, seed) => {
          const { held } = drawn(conditions, 200, seed, drawUnpredictableConditionCell);
          return Math.max(...held) - Math.min(...held);
        });
        const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
        expect(Math.max(...differences)).toBeLessThanOrEqual(20);
        expect(mean).toBeLessThan(5);
      }
    },
  );
});
