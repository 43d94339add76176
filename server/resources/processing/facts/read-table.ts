import { createReadStream } from 'node:fs';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { CsvParser } from '../../../../contracts/tables/csv-tokens.rule';
import { delimitersIn, firstRowOf } from '../../../../contracts/tables/delimiter.rule';
import { unreadableResult, type FileReadResult } from './read-file';

/** How many column names of a table are stored, and how many characters of each. */
const [mostColumns, mostName] = [200, 100];
/**
 * How many characters a cell may have, and how many cells a row. A file that exceeds one of these
 * limits is not treated as a table.
 */
const [mostCell, mostCells] = [10_000_000, 100_000];
/** How many characters the first row may have; the delimiter is detected from this row. */
const mostFirst = 1_000_000;

class TableFacts {
  private tokens: CsvParser | undefined;
  /** The text that arrived before the delimiter was known. */
  private waiting = '';
  columns: string[] | undefined;
  rows = 0;

  constructor(private readonly delimiter?: string) {}

  push(text: string): void {
    if (this.tokens) return this.tokens.push(text);
    this.waiting += text;
    if (firstRowOf(this.waiting) !== null || this.waiting.length > mostFirst) this.begin();
  }

  finish(): void {
    (this.tokens ?? this.begin()).finish();
  }

  get isTooLarge(): boolean {
    const { characters = 0, cells = 0 } = this.tokens?.open ?? {};
    return characters > mostCell || cells > mostCells;
  }

  private begin(): CsvParser {
    const [found = ','] = delimitersIn(firstRowOf(this.waiting, true) ?? '');
    const tokens = new CsvParser((cells) => this.take(cells), this.delimiter ?? found);
    this.tokens = tokens;
    tokens.push(this.waiting);
    this.waiting = '';
    return tokens;
  }

  private take(cells: readonly string[]): void {
    if (cells.every((cell) => cell.trim() === '')) return;
    if (this.columns) this.rows += 1;
    this.columns ??= cells.slice(0, mostColumns).map((cell) => cell.slice(0, mostName));
  }
}

/** Reads the column names of a table and counts its rows, without keeping them in memory. */
export async function readTableFacts(
  path: string,
  type: ResourceFileType,
): Promise<FileReadResult> {
  const table = new TableFacts(type === 'text/csv' ? undefined : '\t');
  const decoder = new TextDecoder();
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    table.push(decoder.decode(bytes, { stream: true }));
    if (table.isTooLarge) return unreadableResult;
  }
  table.push(decoder.decode());
  table.finish();
  return { facts: { rows: table.rows, columns: table.columns ?? [], notes: [] } };
}
