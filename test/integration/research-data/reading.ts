import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import type { UnpackedExport } from './exporting';

/** Reads a Parquet table with a third-party reader. */
export const parquetRows = (bytes: Uint8Array): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file: new Uint8Array(bytes).buffer });

/** Reads a text table with a header; does not convert the cells. */
export const textRows = (text: string, delimiter: ',' | '\t'): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(text, { header: true, delimiter, skipEmptyLines: true }).data;

/** Joins the names and texts of all files of an archive; decompresses Parquet tables. */
export async function textOfArchive({
  files,
  bytes,
}: Pick<UnpackedExport, 'files' | 'bytes'>): Promise<string> {
  const parts: string[] = [];
  for (const [name, content] of Object.entries(bytes))
    parts.push(name, name.endsWith('.parquet') ? await parquetText(content) : (files[name] ?? ''));
  return parts.join('\n');
}

/**
 * Returns the rows as text, and the end of the file, whose column statistics contain values too.
 */
const parquetText = async (bytes: Uint8Array): Promise<string> =>
  [
    Buffer.from(bytes).toString('latin1').slice(-100_000),
    JSON.stringify(await parquetRows(bytes), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ].join('\n');

/** Reads the directories of a BIDS dataset's participants from participants.tsv. */
export const bidsParticipantsIn = (table = ''): string[] =>
  textRows(table, '\t').map((row) => row.participant_id ?? '');
