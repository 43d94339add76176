import { firstInvisibleCharacter, singleLine } from '../../../contracts/base/fields';
import { currencies } from '../../../contracts/money/currencies';
import {
  giftCodeColumns,
  type GiftCodeColumn,
} from '../../../contracts/payments/gift-codes/gift-codes';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { decodeTableText } from '../../../contracts/tables/encoding.rule';
import {
  CsvFault,
  CsvRowParser,
  type CsvRow,
} from '../../research-data/external-data/csv-rows.rule';
import { GiftCodeFaultList, type GiftCodeFileFault } from './fault-list.rule';
import { parseAmountCell } from './given-amount.rule';
import { parseDayCell } from './given-day.rule';

export interface UploadedGiftCode {
  /** The line of the file, from 1. */
  readonly line: number;
  readonly brand: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly code: string;
  readonly pin: string | null;
  /** `YYYY-MM-DD`. */
  readonly expires: string | null;
}
interface Rules {
  /** The currencies that are offered. */
  readonly offered: readonly string[];
  /** UTC. */
  readonly today: string;
}

/**
 * Returns the normalized spelling of brand and code, by which a code is recognised: some shops
 * write spaces, hyphens and upper case, other shops do not.
 */
export const normalizedSpellingOf = ({ brand, code }: Pick<UploadedGiftCode, 'brand' | 'code'>) =>
  [
    brand.replace(/\s+/g, ' ').toLowerCase(),
    code.replace(/[\s\p{Pd}]/gu, '').toUpperCase(),
  ] as const;

/**
 * Parses a file of gift codes. The text is UTF-8, or else Windows-1252; cells are separated by
 * commas, semicolons or tabs.
 * @returns all codes, or the errors by line, never both
 */
export function parseGiftCodeFile(
  bytes: Uint8Array,
  rules: Rules,
): { codes: UploadedGiftCode[] } | { faults: readonly GiftCodeFileFault[] } {
  const faults = new GiftCodeFaultList();
  const [heading, ...body] = rowsOf(bytes, faults);
  if (heading === undefined) {
    if (faults.all.length === 0) faults.add(1, null, 'no_gift_codes');
    return { faults: faults.all };
  }
  const places = placesOf(heading, faults);
  if (body.length === 0) faults.add(heading.line, null, 'no_gift_codes');
  const beyond = body[paymentsLimits.giftCodesPerFile];
  if (beyond) faults.add(beyond.line, null, 'too_many_gift_codes');
  if (faults.all.length > 0) return { faults: faults.all };
  const seen = new Set<string>();
  const codes: UploadedGiftCode[] = [];
  for (const row of body) {
    if (faults.isFull) break;
    const code = codeOf(row, places, rules, faults);
    if (row.cells.slice(heading.cells.length).some((cell) => cell.trim() !== ''))
      faults.add(row.line, null, 'more_cells');
    if (!code) continue;
    const spelling = normalizedSpellingOf(code).join('\n');
    if (seen.has(spelling)) faults.add(row.line, 'code', 'named_twice');
    seen.add(spelling);
    codes.push(code);
  }
  return faults.all.length > 0 ? { faults: faults.all } : { codes };
}

const codesOfCsv = {
  nul: 'not_csv',
  bad_quotes: 'unclosed_quotes',
  too_long_cell: 'unclosed_quotes',
  too_many_columns: 'column_unknown',
  too_many_rows: 'too_many_gift_codes',
} as const;

/**
 * Reads all rows, including the heading. If an error stops the parsing, the rows before it are
 * dropped.
 */
function rowsOf(bytes: Uint8Array, faults: GiftCodeFaultList): CsvRow[] {
  const reader = new CsvRowParser(decodeTableText(bytes).encoding);
  try {
    return [...reader.push(bytes), ...reader.end()];
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const known = Object.entries(codesOfCsv).find(([code]) => code === error.fault);
    faults.add(error.line ?? 1, null, known?.[1] ?? 'not_csv');
    return [];
  }
}

/**
 * Finds the index of each column. Refuses an unknown column: otherwise a misspelt column would be
 * ignored without notice.
 */
function placesOf(
  { cells, line: at }: CsvRow,
  faults: GiftCodeFaultList,
): Map<GiftCodeColumn, number> {
  const places = new Map<GiftCodeColumn, number>();
  for (const [i, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase();
    const column = giftCodeColumns.find((one) => one === name);
    if (column === undefined) {
      if (name !== '') faults.add(at, i + 1, 'column_unknown');
    } else if (places.has(column)) faults.add(at, column, 'named_twice');
    else places.set(column, i);
  }
  for (const column of ['brand', 'amount', 'currency', 'code'] as const)
    if (!places.has(column)) faults.add(at, column, 'column_missing');
  return places;
}

/** Matches a brand that a spreadsheet would run as a formula when it opens an export. */
const formula = /^[=+\-@]/;
/**
 * Matches a long number that a spreadsheet has abbreviated, such as `1.23457E+15`: its last digits
 * are lost.
 */
const shortened = /^\d[.,]\d+E\+\d+$/i;
const schemas = {
  brand: singleLine(paymentsLimits.brand),
  code: singleLine(paymentsLimits.giftCode),
  pin: singleLine(paymentsLimits.giftCode),
};

/** @returns undefined if a cell has an error */
function codeOf(
  { cells, line: at }: CsvRow,
  places: ReadonlyMap<GiftCodeColumn, number>,
  { offered, today }: Rules,
  faults: GiftCodeFaultList,
): UploadedGiftCode | undefined {
  const before = faults.all.length;
  const cellOf = (column: GiftCodeColumn) => (cells[places.get(column) ?? -1] ?? '').trim();
  const textOf = (column: keyof typeof schemas) => {
    const read = schemas[column].safeParse(cellOf(column));
    if (read.success) return read.data;
    const kind = read.error.issues[0]?.code;
    if (kind === 'too_small') faults.add(at, column, 'required');
    else if (kind === 'too_big') faults.add(at, column, 'too_long');
    else faults.add(at, column, 'invalid_text', firstInvisibleCharacter(cellOf(column)));
    return '';
  };
  const brand = textOf('brand');
  if (formula.test(brand)) faults.add(at, 'brand', 'formula');
  const code = textOf('code');
  const pin = cellOf('pin') === '' ? null : textOf('pin');
  if (shortened.test(code)) faults.add(at, 'code', 'shortened_number');
  if (pin !== null && shortened.test(pin)) faults.add(at, 'pin', 'shortened_number');
  const currency = cellOf('currency').toUpperCase();
  if (currency === '') faults.add(at, 'currency', 'required');
  else if (!currencies.has(currency)) faults.add(at, 'currency', 'invalid_currency');
  else if (!offered.includes(currency)) faults.add(at, 'currency', 'currency_not_offered');
  const amount = parseAmountCell(cellOf('amount'), currency);
  // The currency determines how many decimals are allowed. So if the currency is unknown, the only
  // error of the amount that is reported is a missing amount.
  if (typeof amount === 'string' && (currencies.has(currency) || amount === 'required'))
    faults.add(at, 'amount', amount);
  const expires = cellOf('expires') === '' ? null : parseDayCell(cellOf('expires'));
  if (cellOf('expires') !== '' && expires === null) faults.add(at, 'expires', 'invalid_date');
  if (expires !== null && expires < today) faults.add(at, 'expires', 'gift_code_expired');
  return faults.all.length > before || typeof amount === 'string'
    ? undefined
    : { line: at, brand, amount, currency, code, pin, expires };
}
