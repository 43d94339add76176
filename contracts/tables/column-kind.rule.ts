/**
 * What a column of a table that people bring holds. Decided by the column, never by the cell: a column
 * of numbers of which one were a text would be computed with as a text.
 */
export interface ColumnKind {
  readonly type: 'number' | 'boolean' | 'text' | 'empty';
  /** The comma is the sign of its decimals. */
  readonly decimalComma: boolean;
}

/** `007` is none, `0.50` and `.5` are; an exponent has its sign, as spreadsheets write it: `1e3` is a name. */
const pointed = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]\d{1,3})?$/;
const withComma = /^-?(?:(?:0|[1-9]\d*)(?:,\d+)?|,\d+)(?:[eE][+-]\d{1,3})?$/;
/** `1,234` may be a thousand and more, or one and a bit: the column is one of numbers by another cell only. */
const mayBeThousands = /^-?[1-9]\d{0,2},\d{3}$/;

/** So many digits a number keeps, whatever they are. */
const keptDigits = 15;
const digitsOf = (text: string): string => {
  const [mantissa = ''] = text.replace('-', '').split(/e/i);
  const [whole = '', part = ''] = mantissa.split('.');
  return (whole + part.replace(/0+$/, '')).replace(/^0+/, '');
};
/** Decimals as programs write them may have 17 digits, and are read as the same number again. */
const isKept = (text: string): boolean =>
  Number.isFinite(Number(text)) &&
  (digitsOf(text).length <= keptDigits || (text.includes('.') && String(Number(text)) === text));

const isPointed = (cell: string) => pointed.test(cell) && isKept(cell);
const isWithComma = (cell: string) => withComma.test(cell) && isKept(cell.replace(',', '.'));

/** Yes and no as spreadsheets write them, by their language. */
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

/** A column as its cells come, so that a long file need not be kept. */
export class ColumnReading {
  private seen = false;
  private arePointed = true;
  private areWithComma: boolean;
  private isSurelyDecimal = false;
  private words = wordsOfTruth;

  /** @param mayHaveCommas false where the comma separates the cells */
  constructor(mayHaveCommas = false) {
    this.areWithComma = mayHaveCommas;
  }

  learn(cell: string): void {
    if (cell === '') return;
    this.seen = true;
    if (this.arePointed) this.arePointed = isPointed(cell);
    if (this.areWithComma) {
      this.areWithComma = isWithComma(cell);
      this.isSurelyDecimal ||= cell.includes(',') && !mayBeThousands.test(cell);
    }
    if (this.words.length > 0) this.words = this.words.filter((pair) => pair.includes(cell));
  }

  /**
   * Every cell so far is a number, also one with a comma of which no cell has shown yet that it is no
   * thousand: for a part of a column whose whole is known.
   */
  get mayBeNumber(): boolean {
    return this.arePointed || this.areWithComma;
  }

  get kind(): ColumnKind {
    if (!this.seen) return { type: 'empty', decimalComma: false };
    if (this.arePointed) return { type: 'number', decimalComma: false };
    if (this.areWithComma && this.isSurelyDecimal) return { type: 'number', decimalComma: true };
    return { type: this.words.length > 0 ? 'boolean' : 'text', decimalComma: false };
  }
}

/** @param cells without the blanks around them */
export function kindOf(cells: Iterable<string>, mayHaveCommas = false): ColumnKind {
  const column = new ColumnReading(mayHaveCommas);
  for (const cell of cells) column.learn(cell);
  return column.kind;
}

/** The value of a cell in a column of that kind; an empty one stays an empty text. */
export function valueIn(
  { type, decimalComma }: ColumnKind,
  cell: string,
): string | number | boolean {
  if (cell === '') return '';
  // 0 for -0, which JSON does not know.
  if (type === 'number') return Number(decimalComma ? cell.replace(',', '.') : cell) + 0;
  return type === 'boolean' ? wordsOfTruth.some(([yes]) => yes === cell) : cell;
}
