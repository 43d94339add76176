import { isRecord } from '../dataset-file.rule';

/** What a sidecar states about the values of a column. */
interface Promised {
  readonly format: RegExp | null;
  readonly levels: ReadonlySet<string> | null;
  readonly min: number;
  readonly max: number;
}
/** Checks the rows of a table. @returns whether each value matches the description in the sidecar file */
export type ValueCheck = (header: readonly string[], cells: readonly string[]) => boolean;

export const bidsNumberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const formats: Readonly<Record<string, RegExp>> = {
  integer: /^[+-]?\d+$/,
  number: bidsNumberPattern,
  boolean: /^(true|false)$/,
};

/**
 * @param sidecar the parsed sidecar file. Each field whose value is an object describes a column.
 */
export function createValueCheck(sidecar: unknown): ValueCheck {
  const promised = new Map(
    Object.entries(isRecord(sidecar) ? sidecar : {}).flatMap(([name, column]) =>
      isRecord(column) ? [[name, promisedBy(column)]] : [],
    ),
  );
  let known: readonly string[] | undefined;
  let columns: readonly (Promised | undefined)[] = [];
  return (header, cells) => {
    if (header !== known) columns = header.map((name) => promised.get(name));
    known = header;
    return columns.every((column, i) => !column || isKept(column, cells[i] ?? ''));
  };
}

function promisedBy({ Format, Levels, Minimum, Maximum }: Record<string, unknown>): Promised {
  return {
    format: (typeof Format === 'string' && formats[Format]) || null,
    levels: isRecord(Levels) ? new Set(Object.keys(Levels)) : null,
    min: typeof Minimum === 'number' ? Minimum : -Infinity,
    max: typeof Maximum === 'number' ? Maximum : Infinity,
  };
}

function isKept({ format, levels, min, max }: Promised, cell: string): boolean {
  if (cell === 'n/a') return true;
  if (format && !format.test(cell)) return false;
  if (levels && !levels.has(cell)) return false;
  const number = Number(cell);
  return Number.isNaN(number) || (number >= min && number <= max);
}
