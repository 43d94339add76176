import { filesOfRuns, piecesOf } from '../../runtime/recordings/files-of-run.read';
import type { FileOfRun } from '../../runtime/recordings/run-files.read';
import type { ChosenRun } from './chosen-runs';
import type { RecordSource } from './run-records';
import { importedRecordings } from '../imported-data/imported-runs.read';

/** A file that a run of an export made, here or where its bundle comes from. */
export interface FileOfChosen extends Omit<FileOfRun, 'stored'> {
  readonly isImported: boolean;
}

/** Runs whose files are asked for by one statement: each has up to two thousand, all in memory. */
const atOnce = 50;

/** The files of runs, of this installation or imported, each run's in the order of their hashes. */
export class FilesOfRuns {
  constructor(private readonly source: Pick<RecordSource, 'snapshot'>) {}

  /** Runs without files are left out. */
  async *of(
    runs: readonly ChosenRun[],
  ): AsyncGenerator<{ run: ChosenRun; files: readonly FileOfChosen[] }> {
    for (let at = 0; at < runs.length; at += atOnce) {
      const some = runs.slice(at, at + atOnce);
      const byRun = new Map<string, FileOfChosen[]>();
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

  private async filesOf(runs: readonly ChosenRun[]): Promise<FileOfChosen[]> {
    const { snapshot } = this.source;
    const idsOf = (isImported: boolean) =>
      runs.filter(({ imported }) => (imported !== null) === isImported).map(({ id }) => id);
    const [own, imported] = [idsOf(false), idsOf(true)];
    const ofHere = own.length > 0 ? await filesOfRuns(snapshot, own) : [];
    const ofElsewhere = imported.length > 0 ? await importedRecordings(snapshot, imported) : [];
    return [
      ...ofHere.map(({ stored: _, ...file }) => ({ ...file, isImported: false })),
      ...ofElsewhere.map((file) => ({ ...file, state: 'whole' as const, isImported: true })),
    ];
  }
}

/** Its bytes, a piece in memory at a time. @throws Error where those of an imported one are gone */
export async function* bytesOfFile(
  { snapshot, files }: RecordSource,
  file: FileOfChosen,
): AsyncGenerator<Uint8Array> {
  if (!file.isImported) {
    yield* piecesOf(snapshot, file);
    return;
  }
  const stream = await files.bytes(file.sha256);
  if (!stream) throw new Error(`the imported recording ${file.sha256} is not on disk`);
  yield* stream as AsyncIterable<Uint8Array>;
}
