/**
 * The type of a column in a table that a researcher uploads or pastes. All cells of the column
 * determine it together. If each cell had a type of its own, one column could mix numbers and
 * texts, and computations with this column would go wrong.
 */
export interface ColumnKind {
  readonly type: 'number' | 'boolean' | 'text' | 'empty';
  /** Whether the column's numbers have decimal commas. */
  readonly decimalComma: boolean;
}

/**
 * Numbers with a decimal point: `0.50` and `.5` match, `007` does not. An exponent must have a
 * sign: `1e+3` matches, since spreadsheets write numbers in this form; `1e3` does not, since it may
 * be a name.
 */
const pointed = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]\d{1,3})?$/;
const withComma = /^-?(?:(?:0|[1-9]\d*)(?:,\d+)?|,\d+)(?:[eE][+-]\d{1,3})?$/;
/**
 * Matches a text such as `1,234`, which may mean 1234 or 1.234. A column with such cells counts as
 * numeric only if another cell shows what the comma means.
 */
const mayBeThousands = /^-?[1-9]\d{0,2},\d{3}$/;
/** Digits in groups of three separated by points, as in `1.234` or `1.234,5`. */
const grouped = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

/** How many significant digits a double keeps exactly. */
const keptDigits = 15;
const digitsOf = (text: string): string => {
  const [mantissa = ''] = text.replace('-', '').split(/e/i);
  const [whole = '', part = ''] = mantissa.split('.');
  return (whole + part.replace(/0+$/, '')).replace(/^0+/, '');
};
/**
 * Whether a text keeps its value when it is parsed as a number. A number with at most 15 digits
 * does. A decimal number with more digits does if JavaScript writes the parsed number as the same
 * text.
 */
const isKept = (text: string): boolean =>
  Number.isFinite(Number(text)) &&
  // A text such as `1e-999` is not a number here, since it would become 0.
  (Number(text) !== 0 || digitsOf(text) === '') &&
  (digitsOf(text).length <= keptDigits || (text.includes('.') && String(Number(text)) === text));

const isPointed = (cell: string) => pointed.test(cell) && isKept(cell);
const isWithComma = (cell: string) => withComma.test(cell) && isKept(cell.replace(',', '.'));

/** Words for true and false, as spreadsheets write booleans in various languages. */
const wordsOfTruth: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['True', 'False'],
  ['TRUE', 'FALSE'],
  ['WAHR', 'FALSCH'],
  ['VRAI', 'FAUX'],
  ['VERDADERO', 'FALSO'],
  ['VERDADEIRO', 'FALSO'],
  ['VERO', 'FALSO'],
  ['WAAR', 'ONWAAR'],
  ['SANT', 'FALSKT'],
  ['SAND', 'FALSK'],
  ['SANN', 'USANN'],
  ['TOSI', 'EPÄTOSI'],
  ['PRAWDA', 'FAŁSZ'],
  ['PRAVDA', 'NEPRAVDA'],
  ['IGAZ', 'HAMIS'],
  ['ADEVĂRAT', 'FALS'],
  ['DOĞRU', 'YANLIŞ'],
  ['ИСТИНА', 'ЛОЖЬ'],
];

/** Determines the type of a column cell by cell, so that a long file need not be kept in memory. */
export class ColumnKindDetector {
  private seen = false;
  private arePointed = true;
  private areWithComma: boolean;
  private isSurelyDecimal = false;
  private areGrouped: boolean;
  private hasGroups = false;
  private hasGroupsAndComma = false;
  private words = wordsOfTruth;

  /** @param mayHaveCommas false where the comma separates the cells */
  constructor(mayHaveCommas = false) {
    this.areWithComma = mayHaveCommas;
    this.areGrouped = mayHaveCommas;
  }

  learn(cell: string): void {
    if (cell === '') return;
    this.seen = true;
    if (this.arePointed) this.arePointed = isPointed(cell);
    if (this.areWithComma) {
      this.areWithComma = isWithComma(cell);
      this.isSurelyDecimal ||= cell.includes(',') && !mayBeThousands.test(cell);
    }
    if (this.areGrouped) {
      const isGrouped = grouped.test(cell);
      this.areGrouped = isGrouped || isWithComma(cell);
      this.hasGroups ||= isGrouped;
      this.hasGroupsAndComma ||= isGrouped && cell.includes(',');
    }
    if (this.words.length > 0) this.words = this.words.filter((pair) => pair.includes(cell));
  }

  /**
   * Whether every cell that was read so far may be a number. It does not matter whether commas
   * separate thousands or decimals. `kind`, however, is a number only after a cell has shown what
   * the commas mean.
   */
  get mayBeNumber(): boolean {
    return this.arePointed || this.areWithComma;
  }

  /** Whether a cell shows that the comma is the decimal separator. */
  get hasDecimalCommas(): boolean {
    return this.kind.decimalComma || (this.areGrouped && this.hasGroupsAndComma);
  }

  /**
   * Whether every cell may be a number in which points separate the thousands. Then `1.234` may
   * mean 1234, if another column of the table has decimal commas.
   */
  get mayBeThousands(): boolean {
    return this.areGrouped && this.hasGroups;
  }

  get kind(): ColumnKind {
    if (!this.seen) return { type: 'empty', decimalComma: false };
    if (this.arePointed) return { type: 'number', decimalComma: false };
    if (this.areWithComma && this.isSurelyDecimal) return { type: 'number', decimalComma: true };
    return { type: this.words.length > 0 ? 'boolean' : 'text', decimalComma: false };
  }
}

/**
 * Reads all cells of a column.
 * @param cells without surrounding blanks
 */
export function detectColumnKind(
  cells: Iterable<string>,
  mayHaveCommas = false,
): ColumnKindDetector {
  const column = new ColumnKindDetector(mayHaveCommas);
  for (const cell of cells) column.learn(cell);
  return column;
}

/**
 * Returns the type of a column with these cells.
 * @param cells without surrounding blanks
 */
export const columnKindOf = (cells: Iterable<string>, mayHaveCommas = false): ColumnKind =>
  detectColumnKind(cells, mayHaveCommas).kind;

/**
 * Returns the indices of columns whose numbers are ambiguous, such as `1.234` in a table where
 * other columns have decimal commas.
 * @param columns all columns of one table, read completely
 */
export function columnsWithAmbiguousNumbers(columns: readonly ColumnKindDetector[]): number[] {
  if (!columns.some((column) => column.hasDecimalCommas)) return [];
  return columns.flatMap((column, i) => (column.mayBeThousands ? [i] : []));
}

/** Converts a cell to the type of its column; an empty cell stays an empty text. */
export function parseCell(
  { type, decimalComma }: ColumnKind,
  cell: string,
): string | number | boolean {
  if (cell === '') return '';
  // 0 is used for -0, which JSON cannot represent.
  if (type === 'number') return Number(decimalComma ? cell.replace(',', '.') : cell) + 0;
  return type === 'boolean' ? wordsOfTruth.some(([yes]) => yes === cell) : cell;
}
