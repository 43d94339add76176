import type { TableShape } from './dataset-file.rule';

/** Which columns' values to keep, once the header is known. */
export type Wanted = (header: readonly string[]) => readonly number[];
/** Sees each row as it comes. */
export type Seeing = (header: readonly string[], cells: readonly string[]) => void;
const none: Wanted = () => [];

/** Reads a table that comes in pieces, without keeping more than its header and what was asked for. */
abstract class TableReader {
  private header: string[] | null = null;
  private kept = new Map<number, string[]>();
  private rows = 0;
  private isEven = true;
  private hasEmptyCell = false;
  protected isWellFormed = true;

  constructor(
    private readonly wanted: Wanted = none,
    private readonly see?: Seeing,
  ) {}

  abstract push(text: string): void;
  protected abstract finish(): void;

  end(): TableShape {
    this.finish();
    return {
      header: this.header ?? [],
      rows: this.rows,
      isEven: this.isEven,
      isWellFormed: this.isWellFormed,
      hasEmptyCell: this.hasEmptyCell,
      values: this.kept,
    };
  }

  protected take(cells: string[]): void {
    if (!this.header) {
      this.header = cells;
      for (const place of this.wanted(cells)) this.kept.set(place, []);
      return;
    }
    this.rows += 1;
    if (cells.length !== this.header.length) this.isEven = false;
    if (cells.includes('')) this.hasEmptyCell = true;
    this.see?.(this.header, cells);
    for (const [place, values] of this.kept) values.push(cells[place] ?? '');
  }
}

const specials = /[",\r\n]/g;
function special(text: string, from: number): number {
  specials.lastIndex = from;
  return specials.exec(text)?.index ?? -1;
}

/** CSV of RFC 4180: quotes hold commas, line breaks and doubled quotes. */
export class CsvReader extends TableReader {
  private cells: string[] = [];
  private cell = '';
  private state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  private isAfterReturn = false;

  push(text: string): void {
    for (let at = 0; at < text.length;) {
      const end = this.state === 'quoted' ? text.indexOf('"', at) : special(text, at);
      const next = end < 0 ? text.length : end;
      if (next > at) this.add(text.slice(at, next));
      if (end < 0) return;
      this.mark(text.charAt(end));
      at = end + 1;
    }
  }

  private add(text: string): void {
    this.cell += text;
    this.isAfterReturn = false;
    if (this.state === 'quoted') return;
    if (this.state === 'quote') this.isWellFormed = false;
    this.state = 'plain';
  }

  private mark(char: string): void {
    const isAfterReturn = this.isAfterReturn;
    this.isAfterReturn = char === '\r';
    if (char === '"') return this.quote();
    if (char === ',') return this.endCell();
    if (char === '\r' || !isAfterReturn) this.endRow();
  }

  private quote(): void {
    if (this.state === 'quoted') {
      this.state = 'quote';
      return;
    }
    if (this.state === 'plain') this.isWellFormed = false;
    if (this.state === 'quote') this.cell += '"';
    this.state = 'quoted';
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = '';
    this.state = 'start';
  }
  private endRow(): void {
    this.endCell();
    const cells = this.cells;
    this.cells = [];
    this.take(cells);
  }

  protected finish(): void {
    if (this.state === 'quoted') this.isWellFormed = false;
    if (this.state !== 'start' || this.cells.length > 0) this.endRow();
  }
}

/** TSV as its plainest readers take it: lines, and tabs within them, whatever quotes there are. */
export class TsvReader extends TableReader {
  private rest = '';

  push(text: string): void {
    const lines = `${this.rest}${text}`.split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.line(line);
  }

  private line(line: string): void {
    if (line.includes('\r')) this.isWellFormed = false;
    this.take(line.split('\t'));
  }

  protected finish(): void {
    if (this.rest !== '') this.line(this.rest);
  }
}
