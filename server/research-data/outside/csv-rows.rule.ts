import { outsideLimits } from '../../../contracts/outside-data';
import type { OutsideFault } from '../../../contracts/base/outside-faults';
import { CsvTokens } from '../rows/csv-tokens.rule';

export interface CsvRow {
  readonly cells: readonly string[];
  /** Where it begins in the file, from 1. */
  readonly line: number;
}
/** What makes a file unreadable from here on. */
export class CsvFault extends Error {
  constructor(
    readonly fault: OutsideFault,
    readonly line: number | null,
  ) {
    super(fault);
  }
}

const delimiters = [',', ';', '\t'] as const;
/** Characters in which the first row has to end, to see what separates its cells. */
const mostFirst = 1_000_000;

/** Rows of a CSV that comes in pieces of any size: its encoding and its delimiter are found out. */
export class CsvRows {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly firstBytes: number[] = [];
  private tokens: CsvTokens | null = null;
  /** The text until the delimiter is known. */
  private waiting = '';
  private found: CsvRow[] = [];
  private count = 0;

  /** @throws CsvFault */
  push(bytes: Uint8Array): CsvRow[] {
    if (this.firstBytes.length < 4)
      this.firstBytes.push(...bytes.subarray(0, 4 - this.firstBytes.length));
    this.take(this.decoded(() => this.decoder.decode(bytes, { stream: true })));
    return this.rows();
  }

  /** @throws CsvFault */
  end(): CsvRow[] {
    this.take(this.decoded(() => this.decoder.decode()));
    const tokens = this.tokens ?? this.begin();
    tokens.finish();
    this.check(tokens);
    return this.rows();
  }

  private decoded(decode: () => string): string {
    let text: string;
    try {
      text = decode();
    } catch {
      throw new CsvFault(this.isUtf16 ? 'utf16' : 'not_utf8', null);
    }
    if (text.includes('\0')) throw new CsvFault(this.isUtf16 ? 'utf16' : 'nul', null);
    return text;
  }

  /** By its mark, or since every other byte of a plain text is zero. */
  private get isUtf16(): boolean {
    const [a, b] = this.firstBytes;
    return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || this.firstBytes.includes(0);
  }

  private take(text: string): void {
    if (this.tokens) {
      this.tokens.push(text);
      this.check(this.tokens);
      return;
    }
    this.waiting += text;
    if (firstRowOf(this.waiting) !== null || this.waiting.length > mostFirst) this.begin();
  }

  private begin(): CsvTokens {
    const text = this.waiting;
    this.waiting = '';
    this.tokens = new CsvTokens(
      (cells, line) => this.add(cells, line),
      delimiterOf(firstRowOf(text) ?? text),
    );
    this.tokens.push(text);
    this.check(this.tokens);
    return this.tokens;
  }

  private add(cells: readonly string[], line: number): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (cells.length > outsideLimits.columns) throw new CsvFault('too_many_columns', line);
    if (cells.some((cell) => cell.length > outsideLimits.cell))
      throw new CsvFault('too_long_cell', line);
    this.count += 1;
    // Three lines of headings at most.
    if (this.count > outsideLimits.rows + 3) throw new CsvFault('too_many_rows', line);
    this.found.push({ cells, line });
  }

  private check(tokens: CsvTokens): void {
    const { characters, cells, line } = tokens.open;
    if (tokens.malformedLine !== null) throw new CsvFault('bad_quotes', tokens.malformedLine);
    if (cells > outsideLimits.columns) throw new CsvFault('too_many_columns', line);
    if (characters > outsideLimits.cell) throw new CsvFault('too_long_cell', line);
  }

  private rows(): CsvRow[] {
    const rows = this.found;
    this.found = [];
    return rows;
  }
}

/** The text of the first row that has one, without what stands in quotes; null while it goes on. */
function firstRowOf(text: string): string | null {
  const plain = text.replace(/"[^"]*"/g, '""').replace(/"[^"]*$/, '"');
  return /^[\r\n]*([^\r\n]+)[\r\n]/.exec(plain)?.[1] ?? null;
}

/** The one that the first row has most of. */
function delimiterOf(firstRow: string): string {
  const plain = firstRow.replace(/"[^"]*"/g, '');
  const times = (one: string) => plain.split(one).length - 1;
  return delimiters.reduce((best, one) => (times(one) > times(best) ? one : best), ',');
}
