import { CsvParser } from '../../../contracts/tables/csv-tokens.rule';
import type { TableShape } from './dataset-file.rule';

/** Chooses the columns whose values are kept, once the header is known. */
export type ColumnIndexChooser = (header: readonly string[]) => readonly number[];
/** Receives each row as it is read. */
export type RowObserver = (header: readonly string[], cells: readonly string[]) => void;
const none: ColumnIndexChooser = () => [];

/** Reads a table that comes in pieces, and keeps only its header and the requested columns. */
abstract class TableReader {
  private header: string[] | null = null;
  private kept = new Map<number, string[]>();
  private rows = 0;
  private isEven = true;
  private hasEmptyCell = false;
  protected isWellFormed = true;

  constructor(
    private readonly wanted: ColumnIndexChooser = none,
    private readonly see?: RowObserver,
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

/** CSV of RFC 4180. */
export class CsvReader extends TableReader {
  private readonly tokens = new CsvParser((cells) => this.take(cells));

  push(text: string): void {
    this.tokens.push(text);
  }

  protected finish(): void {
    this.tokens.finish();
    if (this.tokens.malformedLine !== null) this.isWellFormed = false;
  }
}

/** Parses TSV like the simplest readers: lines, and tabs within them, without treating quotes specially. */
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
