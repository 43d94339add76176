/**
 * A file of a BIDS or Psych-DS dataset, with the properties that the check of the standard reads.
 */
export interface DatasetFile {
  /** The path from the root of the dataset, with slashes. */
  readonly path: string;
  readonly isEmpty: boolean;
  /** The content of a `.json` file; undefined where it is not valid JSON. */
  readonly json?: unknown;
  readonly table?: TableShape;
}
/** The structure of a table as found by parsing the written file. */
export interface TableShape {
  readonly header: readonly string[];
  readonly rows: number;
  /** Whether all rows have as many cells as the header. */
  readonly isEven: boolean;
  /** Whether all quotes are closed and no text follows a closing quote. */
  readonly isWellFormed: boolean;
  readonly hasEmptyCell: boolean;
  /** The values of those columns that a `ColumnIndexChooser` chose, by column index. */
  readonly values: ReadonlyMap<number, readonly string[]>;
}
/**
 * A rule of the standard that a file breaks. `code` is the standard's own code for the rule, if it
 * has one.
 */
export interface StandardFault {
  readonly code: string;
  readonly path: string;
}
export interface DatasetCheck {
  add(file: DatasetFile): void;
  /** Returns the rules that the dataset breaks. Called after all files were added. */
  faults(): readonly StandardFault[];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isNonBlankText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
export const hasDuplicates = (texts: readonly string[]): boolean =>
  new Set(texts).size < texts.length;
