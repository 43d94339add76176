import type {
  TimelineBlock,
  TimelineRowSampling,
  TimelineNode,
} from '../../../../../contracts/timeline/timeline';

/** The ways to choose and order the rows of a table. */
export const rowOrders = [
  'listed',
  'shuffled',
  'fixed_repetitions',
  'without_replacement',
  'with_replacement',
  'alternate_groups',
] as const;
export type RowOrder = (typeof rowOrders)[number];

export const rowOrderOf = ({ sample, randomize_order: shuffled }: TimelineBlock): RowOrder =>
  sample?.type ?? (shuffled ? 'shuffled' : 'listed');

/**
 * Divides the rows of a table into two halves. If the table has only one row, both halves contain
 * it.
 */
const halves = (rows: number): number[][] => {
  const half = Math.ceil(rows / 2);
  const numbers = Array.from({ length: Math.max(2, rows) }, (_, i) => Math.min(i, rows - 1));
  return [numbers.slice(0, Math.max(1, half)), numbers.slice(Math.max(1, half))];
};

const sampleOf = (
  order: RowOrder,
  before: TimelineRowSampling | undefined,
  rows: number,
): TimelineRowSampling | undefined => {
  const size = before && 'size' in before ? before.size : undefined;
  switch (order) {
    case 'fixed_repetitions':
      return { type: order, size: 2 };
    case 'without_replacement':
      return { type: order, size: Math.max(1, Math.min(size ?? rows, rows)) };
    case 'with_replacement':
      return { type: order, size: size ?? Math.max(1, rows) };
    case 'alternate_groups':
      return { type: order, groups: halves(Math.max(1, rows)) };
    case 'listed':
    case 'shuffled':
      return undefined;
  }
};

/**
 * Returns the block with the order of its rows set.
 * @param rows the number of rows of the table that the block runs through
 */
export function withRowOrder(block: TimelineBlock, order: RowOrder, rows: number): TimelineBlock {
  const { sample, randomize_order: _, ...rest } = block;
  const next = sampleOf(order, sample, rows);
  return {
    ...rest,
    ...(next && { sample: next }),
    ...(order === 'shuffled' && { randomize_order: true }),
  };
}

/**
 * Reads the numbers in a text, separated by commas, semicolons or spaces; null if the text contains
 * anything else.
 */
export function parseNumberList(text: string): number[] | null {
  const parts = text.split(/[,;\s]+/).filter(Boolean);
  const numbers = parts.map(Number);
  return numbers.every((one) => Number.isFinite(one) && one >= 0) ? numbers : null;
}

/**
 * Reads groups of rows, numbered from 1, from a text such as `1-4; 5, 7`; null if the text has a
 * different form.
 */
export function parseRowGroups(text: string): number[][] | null {
  const groups = text.split(';').map((group) =>
    group
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .flatMap((part) => {
        const [, from, to] = /^(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?$/.exec(part) ?? [];
        if (from === undefined) return [Number.NaN];
        const [first, last] = [Number(from), Number(to ?? from)];
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i - 1);
      }),
  );
  const right = groups.every((one) => one.length > 0 && one.every((row) => row >= 0));
  return right && groups.length > 1 ? groups : null;
}

/** Writes groups of rows as a text that `parseRowGroups` can read. */
export const textOfRowGroups = (groups: readonly (readonly number[])[]): string =>
  groups
    .map((group) => {
      const runs: [number, number][] = [];
      for (const row of group) {
        const run = runs.at(-1);
        if (run && row === run[1] + 1) run[1] = row;
        else runs.push([row, row]);
      }
      return runs.map(([a, b]) => (a === b ? `${a + 1}` : `${a + 1}-${b + 1}`)).join(', ');
    })
    .join('; ');

/** Counts the rounds that a block runs if no loop repeats it. */
export function minimumRoundsOf({ variables, sample, repetitions = 1 }: TimelineBlock): number {
  const rows = variables ? variables.rows.length : 1;
  if (!sample) return rows * repetitions;
  switch (sample.type) {
    case 'fixed_repetitions':
      return rows * sample.size * repetitions;
    case 'with_replacement':
    case 'without_replacement':
      return sample.size * repetitions;
    case 'alternate_groups':
      // The block takes one row from each group in turn, until all rows of the smallest group are
      // used.
      return (
        Math.min(...sample.groups.map((one) => one.length)) * sample.groups.length * repetitions
      );
  }
}

/** Counts the trials that run if every condition holds and no loop repeats. */
export const countTrials = (nodes: readonly TimelineNode[]): number =>
  nodes.reduce(
    (sum, node) =>
      sum + (node.type === 'block' ? minimumRoundsOf(node) * countTrials(node.nodes) : 1),
    0,
  );
