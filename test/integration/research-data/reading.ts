import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import type { UnpackedExport } from './exporting';

/** A Parquet table, read by a third-party reader. */
export const parquetRows = (bytes: Uint8Array): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file: new Uint8Array(bytes).buffer });

/** A text table with a header; the cells are not converted. */
export const textRows = (text: string, delimiter: ',' | '\t'): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(text, { header: true, delimiter, skipEmptyLines: true }).data;

/** The text of all files of an archive, with their names; compressed content is unpacked. */
export async function textOfArchive({
  files,
  bytes,
}: Pick<UnpackedExport, 'files' | 'bytes'>): Promise<string> {
  const parts: string[] = [];
  for (const [name, content] of Object.entries(bytes))
    parts.push(name, name.endsWith('.parquet') ? await parquetText(content) : (files[name] ?? ''));
  return parts.join('\n');
}

/** The rows, and the statistics of the columns, which contain values too. */
const parquetText = async (bytes: Uint8Array): Promise<string> =>
  [
    Buffer.from(bytes).toString('latin1').slice(-100_000),
    JSON.stringify(await parquetRows(bytes), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ].join('\n');

/** The directories of a BIDS dataset's participants, as listed in participants.tsv. */
export const bidsParticipantsIn = (table = ''): string[] =>
  textRows(table, '\t').map((row) => row.participant_id ?? '');
