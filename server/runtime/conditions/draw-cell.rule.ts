import type { Conditions } from '../../../contracts/conditions';

/** What is drawn from: each cell's number of chances, 0 for none. */
type Chances = readonly number[];

/** Those with the fewest of their share; `held` and `share` compared as fractions, without rounding. */
function leastFilled({ cells }: Conditions, held: readonly number[]): Chances {
  const least = cells.reduce(
    (best, { share }, i) => {
      const count = held[i] ?? 0;
      return count * best.share < best.count * share ? { count, share } : best;
    },
    { count: Number.MAX_SAFE_INTEGER, share: 1 },
  );
  return cells.map(({ share }, i) =>
    (held[i] ?? 0) * least.share === least.count * share ? share : 0,
  );
}

/**
 * What is left of the first block that is not full. Seats that were given back leave earlier blocks
 * open: these are filled first.
 */
function leftOfBlock({ cells, repeats }: Conditions, held: readonly number[]): Chances {
  const perBlock = cells.map(({ share }) => share * repeats);
  const full = Math.min(...perBlock.map((size, i) => Math.floor((held[i] ?? 0) / size)));
  return perBlock.map((size, i) => Math.max(0, size * (full + 1) - (held[i] ?? 0)));
}

/**
 * Draws a condition (contracts/conditions.ts says how each way does).
 * @param held how many seats that stand have each of the cells, in their order
 * @param below a random whole number from 0 up to, and without, the given one
 * @returns the index of the cell
 */
export function drawCell(
  conditions: Conditions,
  held: readonly number[],
  below: (limit: number) => number,
): number {
  const chances =
    conditions.draw === 'weights'
      ? conditions.cells.map(({ share }) => share)
      : conditions.draw === 'blocks'
        ? leftOfBlock(conditions, held)
        : leastFilled(conditions, held);
  let place = below(chances.reduce((sum, chance) => sum + chance, 0));
  return chances.findIndex((chance) => (place -= chance) < 0);
}
