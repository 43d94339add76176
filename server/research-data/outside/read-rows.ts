import { createReadStream } from 'node:fs';
import { CsvFault, CsvRows, type CsvRow } from './csv-rows.rule';
import { headerOf, type OutsideHeader } from './header.rule';

/** The headings of a file, and its rows as they come. @throws CsvFault */
export interface OpenTable {
  readonly header: OutsideHeader;
  readonly rows: AsyncGenerator<CsvRow[]>;
}

/** Reads a file on disk, piece by piece. @throws CsvFault */
export async function openTable(path: string): Promise<OpenTable> {
  const pieces = piecesOf(path);
  const first: CsvRow[] = [];
  while (first.length < 3) {
    const next = await pieces.next();
    if (next.done) break;
    first.push(...next.value);
  }
  if (first.length === 0) throw new CsvFault('no_rows', null);
  const header = headerOf(first.slice(0, 3));
  async function* rows() {
    yield first.slice(header.lines);
    yield* pieces;
  }
  return { header, rows: rows() };
}

async function* piecesOf(path: string): AsyncGenerator<CsvRow[]> {
  const reader = new CsvRows();
  for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>)
    yield reader.push(bytes);
  yield reader.end();
}
