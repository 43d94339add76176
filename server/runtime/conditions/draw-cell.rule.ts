import type { Conditions } from '../../../contracts/study-files/conditions';

/** The weight of each cell (condition) in the draw; 0 means that it cannot be drawn. */
type Chances = readonly number[];

/**
 * Gives chances only to the conditions that have the fewest seats (participants) in relation to
 * their share. The chances of these conditions are proportional to their shares. Compares the
 * fractions `held / share` without rounding.
 */
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
 * Gives each condition a chance in proportion to its free places in the current block. Blocks are
 * filled one after the other, and each has `share * repeats` places for a condition. The current
 * block is the first block that is not full. If a participant loses the seat, this may again be an
 * earlier block.
 */
function leftOfBlock({ cells, repeats }: Conditions, held: readonly number[]): Chances {
  const perBlock = cells.map(({ share }) => share * repeats);
  const full = Math.min(...perBlock.map((size, i) => Math.floor((held[i] ?? 0) / size)));
  return perBlock.map((size, i) => Math.max(0, size * (full + 1) - (held[i] ?? 0)));
}

/**
 * Draws a condition (contracts/study-files/conditions.ts describes the methods).
 * @param held how many participants with a seat have each condition (cell), in the order of the
 * cells
 * @param below returns a random whole number from 0 up to, and without, the limit
 * @returns the index of the cell
 */
export function drawRandomConditionCell(
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

/** One in this many draws uses the method that the researcher chose. */
const inSoMany = 3;

/**
 * Draws a condition so that an observer who knows all earlier draws cannot be certain of the
 * result. One of three draws uses the method that the researcher chose (`drawRandomConditionCell`).
 * The other draws ignore earlier draws: each condition has its share as probability.
 * - If the share of a condition is `s`, its probability lies between 2/3 `s` and 2/3 `s` + 1/3. If
 *   there are two conditions with equal shares, the condition with fewer seats has probability 2/3,
 *   as in Efron's biased coin (Biometrika 58, 1971, 403-417).
 * - The numbers of seats stay near each other, however many draws there are, as in the
 *   (1+beta)-choice process (Peres, Talwar, Wieder 2015).
 *
 * docs/decisions/conditions.md
 */
export const drawUnpredictableConditionCell: typeof drawRandomConditionCell = (
  conditions,
  held,
  below,
) =>
  below(inSoMany) === 0
    ? drawRandomConditionCell(conditions, held, below)
    : drawRandomConditionCell({ ...conditions, draw: 'weights' }, held, below);
