import { createReadStream } from 'node:fs';
import { detectUtf16, type Encoding } from '../../../contracts/tables/encoding.rule';
import { CsvFault, CsvRowParser, type CsvRow } from './csv-rows.rule';
import { csvHeaderOf, type CsvHeader, type CsvNotation } from './header.rule';

/** A file that is being read: its headings, and its rows as they are parsed. @throws CsvFault */
export interface OpenCsvFile {
  readonly header: CsvHeader;
  readonly written: CsvNotation;
  readonly rows: AsyncGenerator<CsvRow[]>;
}

/** Reads a file on disk, piece by piece. @throws CsvFault */
export async function openCsvFile(path: string): Promise<OpenCsvFile> {
  const encoding = await encodingOf(path);
  const reader = new CsvRowParser(encoding);
  const pieces = piecesOf(path, reader);
  const first: CsvRow[] = [];
  while (first.length < 3) {
    const next = await pieces.next();
    if (next.done) break;
    first.push(...next.value);
  }
  if (first.length === 0) throw new CsvFault('no_rows', null);
  const header = csvHeaderOf(first.slice(0, 3));
  async function* rows() {
    yield first.slice(header.lines);
    yield* pieces;
  }
  return { header, written: { encoding, mayHaveCommas: reader.mayHaveCommas }, rows: rows() };
}

/**
 * Decodes a file that is not UTF-8 as Windows-1252, the encoding of most spreadsheets. This is a guess, and the
 * response says so.
 */
async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isUtf8 = (bytes?: Uint8Array): boolean => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  let isFirst = true;
  for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>) {
    const utf16 = isFirst ? detectUtf16(bytes) : null;
    if (utf16) return utf16;
    isFirst = false;
    if (!isUtf8(bytes)) return 'windows-1252';
  }
  return isUtf8() ? 'utf-8' : 'windows-1252';
}

async function* piecesOf(path: string, reader: CsvRowParser): AsyncGenerator<CsvRow[]> {
  for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>)
    yield reader.push(bytes);
  yield reader.end();
}
