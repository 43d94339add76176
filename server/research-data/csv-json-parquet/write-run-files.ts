import { NeutralFileNames } from '../../runtime/run-files/neutral-file-names.rule';
import { anonymousFileType } from '../../runtime/run-files/run-files.read';
import { hasNoClockTime } from '../../runtime/run-files/no-clock-time.rule';
import { reserveUnusedPath, toPortableFileName } from '../../runtime/run-files/file-name.rule';
import type { ExportedRunFile, RunFileCounts } from '../selection/run-files';
import type { ArchiveFilesWriter } from '../archive/archive-files';
import type { Dataset } from '../archive/dataset';
import type { SelectedRun } from '../selection/selected-runs';

type Line = Omit<ExportedRunFile, 'run_id' | 'pieces' | 'state'> & {
  readonly participant: string;
  readonly session: string;
  readonly attempt: number;
  readonly state: 'included' | 'withheld' | 'missing';
  /** The path of the file in the archive; null if the file was withheld or is missing. */
  readonly path: string | null;
};

/** Adds the files that runs created, and a list of them if there are any. */
export async function writeRunFiles(
  { runFiles, content }: Pick<Dataset, 'runFiles' | 'content'>,
  files: ArchiveFilesWriter,
): Promise<RunFileCounts> {
  const taken = new Set<string>();
  const lines: Line[] = [];
  for await (const { run, files: made } of runFiles.of(content.runs)) {
    const names = new NeutralFileNames(made.map(({ sha256 }) => sha256));
    for (const file of made) {
      const state = await stateOf(run, file);
      const name = run.isAnonymous ? names.nameOf(file) : file.name;
      const { participant, attempt } = run;
      const path =
        state === 'included'
          ? reserveUnusedPath(`files/${participant}-${attempt}/${toPortableFileName(name)}`, taken)
          : null;
      if (path !== null) await files.add(path, file.pieces());
      const type = run.isAnonymous ? anonymousFileType(file.type, run) : file.type;
      const { bytes, sha256 } = file;
      const of = { participant, session: run.session_id, attempt };
      lines.push({ ...of, name, type, bytes, sha256, state, path });
    }
  }
  if (lines.length > 0) await files.addJson('files.json', lines);
  const count = (state: Line['state']) => lines.filter((line) => line.state === state).length;
  return {
    included: count('included'),
    withheld: count('withheld'),
    missing: count('missing'),
    left_out: 0,
  };
}

async function stateOf(run: SelectedRun, file: ExportedRunFile) {
  if (file.state !== 'whole') return 'missing';
  if (!run.isAnonymous) return 'included';
  for await (const beginning of file.pieces())
    return hasNoClockTime(file.type, Buffer.from(beginning)) ? 'included' : 'withheld';
  return 'missing';
}
