import { externalDataLimits } from '../../../contracts/research-data/external-data';
import type { ExternalDataFault } from '../../../contracts/research-data/external-data-faults';
import { delimitersIn, firstRowOf } from '../../../contracts/tables/delimiter.rule';
import type { Encoding } from '../../../contracts/tables/encoding.rule';
import { CsvParser } from '../../../contracts/tables/csv-tokens.rule';

export interface CsvRow {
  readonly cells: readonly string[];
  /** The line at which the row begins, from 1. */
  readonly line: number;
}
/** An error in a file after which the following rows cannot be read. */
export class CsvFault extends Error {
  constructor(
    readonly fault: ExternalDataFault,
    readonly line: number | null,
  ) {
    super(fault);
  }
}

/**
 * How many characters the first row may have. It stays in memory until the delimiter is detected.
 */
const mostFirst = 1_000_000;

/** Parses a CSV that arrives in chunks of any size; detects the delimiter from the heading. */
export class CsvRowParser {
  private readonly decoder: TextDecoder;
  private found: CsvRow[] = [];
  private tokens: CsvParser | null = null;
  /** The text that arrived before the delimiter was known. */
  private waiting = '';
  private count = 0;
  /** Whether commas may be decimal signs: true if another character separates the cells. */
  mayHaveCommas = false;

  constructor(encoding: Encoding = 'utf-8') {
    this.decoder = new TextDecoder(encoding);
  }

  /** @throws CsvFault */
  push(bytes: Uint8Array): CsvRow[] {
    this.take(this.decoder.decode(bytes, { stream: true }));
    return this.rows();
  }

  /** @throws CsvFault */
  end(): CsvRow[] {
    this.take(this.decoder.decode());
    const tokens = this.tokens ?? this.begin();
    tokens.finish();
    this.check(tokens);
    return this.rows();
  }

  private take(text: string): void {
    if (text.includes('\0')) throw new CsvFault('nul', null);
    if (this.tokens) {
      this.tokens.push(text);
      this.check(this.tokens);
      return;
    }
    this.waiting += text;
    if (firstRowOf(this.waiting) !== null || this.waiting.length > mostFirst) this.begin();
  }

  private begin(): CsvParser {
    const text = this.waiting;
    this.waiting = '';
    const [delimiter = ','] = delimitersIn(firstRowOf(text, true) ?? '');
    this.mayHaveCommas = delimiter !== ',';
    this.tokens = new CsvParser((cells, line) => this.add(cells, line), delimiter);
    this.tokens.push(text);
    this.check(this.tokens);
    return this.tokens;
  }

  private add(cells: readonly string[], line: number): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (cells.length > externalDataLimits.columns) throw new CsvFault('too_many_columns', line);
    if (cells.some((cell) => cell.length > externalDataLimits.cell))
      throw new CsvFault('too_long_cell', line);
    this.count += 1;
    // The limit is for rows of data, and up to three lines of headings may come before these.
    if (this.count > externalDataLimits.rows + 3) throw new CsvFault('too_many_rows', line);
    this.found.push({ cells, line });
  }

  private check(tokens: CsvParser): void {
    const { characters, cells, line } = tokens.open;
    if (tokens.malformedLine !== null) throw new CsvFault('bad_quotes', tokens.malformedLine);
    if (cells > externalDataLimits.columns) throw new CsvFault('too_many_columns', line);
    if (characters > externalDataLimits.cell) throw new CsvFault('too_long_cell', line);
  }

  private rows(): CsvRow[] {
    const rows = this.found;
    this.found = [];
    return rows;
  }
}
