import { filesOfRuns, readPiecesOfFile } from '../../runtime/run-files/files-of-run.read';
import type { FileOfRun } from '../../runtime/run-files/run-files.read';
import type { SelectedRun } from './selected-runs';
import type { RecordSource } from './run-records';
import { importedRecordings } from '../imported-data/imported-runs.read';

/** A file that a selected run created. The run may have been imported in a bundle. */
export interface ExportedRunFile extends Omit<FileOfRun, 'stored'> {
  /**
   * Reads the bytes of the file, one chunk in memory at a time.
   * @throws Error if the bytes of an imported file were deleted
   */
  readonly pieces: () => AsyncGenerator<Uint8Array>;
}

/** The number of files that the runs of an export created, by outcome. */
export interface RunFileCounts {
  readonly included: number;
  /** How many files of anonymous sessions are withheld, since their bytes might hold a clock time. */
  readonly withheld: number;
  /** How many files were announced but did not arrive, or were abandoned by the participant. */
  readonly missing: number;
  /** How many files are left out because the standard has no place for them. */
  readonly left_out: number;
}

/**
 * One statement reads the files of this many runs. The number is small, because each run may have
 * two thousand files, and the files of all these runs are in memory at once.
 */
const atOnce = 50;

/**
 * Reads the files of runs, both of this installation and imported. The files of each run are sorted
 * by their hashes.
 */
export class FilesOfRuns {
  constructor(private readonly source: RecordSource) {}

  /** Yields the files of runs; runs without files are skipped. */
  async *of(
    runs: readonly SelectedRun[],
  ): AsyncGenerator<{ run: SelectedRun; files: readonly ExportedRunFile[] }> {
    for (let at = 0; at < runs.length; at += atOnce) {
      const some = runs.slice(at, at + atOnce);
      const byRun = new Map<string, ExportedRunFile[]>();
      for (const file of await this.filesOf(some)) {
        const files = byRun.get(file.run_id);
        if (files) files.push(file);
        else byRun.set(file.run_id, [file]);
      }
      for (const run of some) {
        const files = byRun.get(run.id);
        if (files) yield { run, files };
      }
    }
  }

  private async filesOf(runs: readonly SelectedRun[]): Promise<ExportedRunFile[]> {
    const { snapshot, files } = this.source;
    const idsOf = (isImported: boolean) =>
      runs.filter(({ imported }) => (imported !== null) === isImported).map(({ id }) => id);
    const [own, imported] = [idsOf(false), idsOf(true)];
    const ofHere = own.length > 0 ? await filesOfRuns(snapshot, own) : [];
    const ofElsewhere = imported.length > 0 ? await importedRecordings(snapshot, imported) : [];
    return [
      ...ofHere.map(({ stored: _, ...file }) => ({
        ...file,
        pieces: () => readPiecesOfFile(snapshot, file),
      })),
      ...ofElsewhere.map((file) => ({
        ...file,
        state: 'whole' as const,
        pieces: () => importedPieces(files, file.sha256),
      })),
    ];
  }
}

/** Yields the bytes of an imported file. @throws Error if the file is not on disk */
async function* importedPieces(
  files: RecordSource['files'],
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const stream = await files.bytes(sha256);
  if (!stream) throw new Error(`the imported recording ${sha256} is not on disk`);
  yield* stream as AsyncIterable<Uint8Array>;
}

/** Counts the files of runs for a standard that has no place for them: all are left out. */
export async function countRunFiles(
  runFiles: Pick<FilesOfRuns, 'of'>,
  runs: readonly SelectedRun[],
): Promise<RunFileCounts> {
  let left_out = 0;
  for await (const { files } of runFiles.of(runs)) left_out += files.length;
  return { included: 0, withheld: 0, missing: 0, left_out };
}
