/** Receives a row, and the line of the file on which it begins, from 1. */
export type CsvRowHandler = (cells: string[], line: number) => void;

/**
 * Parses a CSV that arrives in chunks (RFC 4180): quoted cells may contain delimiters, line breaks and doubled
 * quotes. Lines end with `\n`, `\r\n` or `\r`.
 */
export class CsvParser {
  private cells: string[] = [];
  private cell = '';
  private state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  private isAfterReturn = false;
  private line = 1;
  private rowLine = 1;
  private readonly specials: RegExp;
  /** The line of the first misplaced or unclosed quote. */
  malformedLine: number | null = null;

  constructor(
    private readonly take: CsvRowHandler,
    private readonly delimiter = ',',
  ) {
    this.specials = new RegExp(`["\\r\\n${delimiter}]`, 'g');
  }

  /**
   * The size of the unfinished row: the characters of its unfinished cell, the number of its
   * complete cells, and the line on which it begins.
   */
  get open(): { characters: number; cells: number; line: number } {
    return { characters: this.cell.length, cells: this.cells.length, line: this.rowLine };
  }

  push(text: string): void {
    for (let at = 0; at < text.length;) {
      const end = this.state === 'quoted' ? text.indexOf('"', at) : this.special(text, at);
      const next = end < 0 ? text.length : end;
      if (next > at) this.add(text.slice(at, next));
      if (end < 0) return;
      this.mark(text.charAt(end));
      at = end + 1;
    }
  }

  finish(): void {
    if (this.state === 'quoted') this.malformed();
    if (this.state !== 'start' || this.cells.length > 0) this.endRow();
  }

  private special(text: string, from: number): number {
    this.specials.lastIndex = from;
    return this.specials.exec(text)?.index ?? -1;
  }

  private add(text: string): void {
    this.cell += text;
    if (this.state === 'quoted') {
      this.line += linesIn(text, this.isAfterReturn);
      this.isAfterReturn = text.endsWith('\r');
      return;
    }
    this.isAfterReturn = false;
    if (this.state === 'quote') this.malformed();
    this.state = 'plain';
  }

  private mark(char: string): void {
    const isAfterReturn = this.isAfterReturn;
    this.isAfterReturn = char === '\r';
    if (char === '"') return this.quote();
    if (char === this.delimiter) return this.endCell();
    if (char === '\n' && isAfterReturn) return;
    this.endRow();
    this.line += 1;
    this.rowLine = this.line;
  }

  private quote(): void {
    if (this.state === 'quoted') {
      this.state = 'quote';
      return;
    }
    if (this.state === 'plain') this.malformed();
    if (this.state === 'quote') this.cell += '"';
    this.state = 'quoted';
  }

  private malformed(): void {
    this.malformedLine ??= this.rowLine;
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
    this.take(cells, this.rowLine);
  }
}

function linesIn(text: string, isAfterReturn: boolean): number {
  let lines = 0;
  let before = isAfterReturn ? '\r' : '';
  for (const [char] of text.matchAll(/[\r\n]|[^\r\n]+/g)) {
    if (char === '\r' || (char === '\n' && before !== '\r')) lines += 1;
    before = char;
  }
  return lines;
}
