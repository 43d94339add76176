import { withheldColumns } from '../columns/withheld-values';
import type { RunFileCounts } from '../selection/run-files';
import type { ArchivedFile } from './archive-files';
import type { Dataset } from './dataset';
import { valuesWithheldAtSource } from './left-out.rule';

interface Contained {
  readonly runFiles: RunFileCounts;
  /** Whether the archive has the tables of external data. */
  readonly hasExternalTables: boolean;
  /** The files that were added before the manifest. */
  readonly files: readonly ArchivedFile[];
}

/** Makes the manifest of an archive: its content, and what is left out and why. */
export function manifestOf(
  { studyId, rehearsal, madeOn, options, content }: Dataset,
  { runFiles, hasExternalTables, files }: Contained,
) {
  const withheld_columns = withheldColumns([content.data, content.events]);
  return {
    format: 1,
    study: studyId,
    // Present if the data come from simulated participants instead of real people.
    ...(rehearsal && { rehearsal: { _id: rehearsal.id, mode: rehearsal.mode } }),
    made_on: madeOn,
    options: {
      format: options.format,
      for_spreadsheets: options.for_spreadsheets,
      unfinished: options.unfinished,
    },
    sessions: content.sessions.map(({ id, privacy_level, version_id, version_sha256 }) => ({
      session: id,
      privacy_level,
      version: version_id && { _id: version_id, sha256: version_sha256 },
    })),
    imported: content.imported && {
      sources: content.imported.sources,
      sessions: content.imported.sessions.map(({ session, privacy_level, version_sha256 }) => ({
        session,
        privacy_level,
        version_sha256,
      })),
    },
    counts: content.counts,
    left_out: content.left_out,
    withheld_values: content.withheld + valuesWithheldAtSource(content),
    ...(valuesWithheldAtSource(content) > 0 && {
      withheld_before_import: valuesWithheldAtSource(content),
    }),
    ...(withheld_columns.length > 0 && { withheld_columns }),
    repeated_rows: content.repeated,
    run_files: runFiles,
    outside: content.external.tables.map(({ name, file, rowCount, participants, left_out }) =>
      hasExternalTables
        ? { table: name, file, included: true, rows: rowCount, participants, left_out }
        : { file, included: false },
    ),
    files,
  };
}
