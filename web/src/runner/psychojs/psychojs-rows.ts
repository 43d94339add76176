import type { FrameMessage } from '../messages';
import { NonFiniteNumbers } from '../frame/diagnostics/non-finite-numbers';
import type { TableRow } from './table-rows';

/** A row that was stored as a trial of the run. */
interface Known {
  /** The trial's position among the trials of PsychoJS on this page. */
  readonly trial: number;
  /** The row in the form in which it is stored. */
  text: string;
}
const psychojs = { type: 'record', of: 'psychojs' } as const;

function plain(value: unknown): unknown {
  try {
    return JSON.stringify(value) === undefined ? undefined : value;
  } catch {
    return String(value);
  }
}
/**
 * @param row the values of the row; a study can put anything into its data, even values that JSON
 * cannot hold
 */
function textOf(row: object): string {
  try {
    return JSON.stringify(row);
  } catch {
    const values = Object.entries(row).map(([name, value]) => [name, plain(value)] as const);
    return JSON.stringify(Object.fromEntries(values));
  }
}

/**
 * Whether two numbers are equal apart from rounding. PsychoJS writes numbers into tables with at
 * least six significant digits.
 */
const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-5 * Math.max(1e-300, Math.abs(a));

/** Whether PsychoJS may have written this value as the text of this cell in a table. */
function isWritten(value: unknown, cell: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (cell !== '' && isNear(value, Number(cell)));
  if (typeof value === 'boolean') return String(cell).toLowerCase() === String(value);
  return typeof value !== 'string' || value === String(cell);
}
const isSame = (row: object, table: TableRow): boolean =>
  Object.entries(table).every(
    ([name, cell]) => name in row && isWritten((row as TableRow)[name], cell),
  );

/**
 * Stores rows of PsychoJS as trials. PsychoJS adds rows to its data one by one, and sends all of
 * them in each table; each row is stored only once, however it arrives. Later changes of a row are
 * amendments.
 */
export class PsychoJsRows {
  private trials = 0;
  private readonly added = new Map<object, Known>();
  /**
   * For each table that the study itself makes, by its name: the rows that the study sent last.
   * Tables that PsychoJS makes are not included.
   */
  private readonly tables = new Map<string, Known[]>();

  private readonly notNumbers = new NonFiniteNumbers();

  constructor(private readonly send: (message: FrameMessage) => void) {}

  /** Stores a row that PsychoJS has just added to its data. */
  add(row: object): void {
    this.added.set(row, this.stored(textOf(row), row));
  }

  /** Amends the rows that the study has changed since they were added. */
  amend(): void {
    for (const [row, known] of this.added) this.amended(known, textOf(row), row);
  }

  /** Whether a table contains exactly the rows that PsychoJS has added to one of these lists. */
  has(lists: readonly (readonly object[])[], rows: readonly TableRow[]): boolean {
    return lists.some(
      (list) =>
        list.length === rows.length && list.every((row, i) => isSame(row, rows[i] as TableRow)),
    );
  }

  /**
   * Stores a table that the study sends. Some studies send all rows each time, others only the rows
   * since the last time. If at least half of the earlier rows of the table with the same name are
   * unchanged in their places, the table continues the earlier one, and rows that differ are
   * amended. Otherwise all rows are stored as new ones, so that no row replaces another.
   */
  take(name: string, rows: readonly TableRow[]): void {
    const texts = rows.map(textOf);
    const before = this.tables.get(name) ?? [];
    const same = before.filter(({ text }, i) => text === texts[i]).length;
    if (same === texts.length) return;
    const goesOn = texts.length >= before.length && 2 * same >= before.length;
    const known = goesOn ? before : [];
    this.tables.set(
      name,
      texts.map((text, i) => {
        const one = known[i];
        return one ? this.amended(one, text) : this.stored(text);
      }),
    );
  }

  /**
   * @param row the row as an object; not given for a row of a table, since all cells of a table are
   * texts
   */
  private stored(text: string, row?: object): Known {
    this.send({ ...psychojs, kind: 'trial', data: text });
    this.tellNotNumbers(text, row, this.trials);
    return { trial: this.trials++, text };
  }

  private amended(known: Known, text: string, row?: object): Known {
    if (known.text !== text) {
      this.send({ ...psychojs, kind: 'amend', data: `{"trial":${known.trial},"data":${text}}` });
      this.tellNotNumbers(text, row, known.trial, true);
    }
    known.text = text;
    return known;
  }

  private tellNotNumbers(
    text: string,
    row: object | undefined,
    trial: number,
    isChanged = false,
  ): void {
    const data = row && this.notNumbers.eventOf(row, text, trial, isChanged);
    if (data !== undefined) this.send({ type: 'record', kind: 'event', data });
  }
}
