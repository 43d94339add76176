import { MadeNames } from '../../runtime/recordings/made-names.rule';
import { plainType } from '../../runtime/recordings/run-files.read';
import { isTimeless } from '../../runtime/recordings/timeless.rule';
import { freePath, safeName } from '../../runtime/recordings/file-name.rule';
import { bytesOfFile, FilesOfRuns, type FileOfChosen } from '../selection/run-files';
import type { ArchiveFiles } from '../archive/archive-files';
import type { ChosenRun } from '../selection/chosen-runs';
import type { RecordSource } from '../selection/run-records';

/** How many files the runs of an export made, and what became of them. */
export interface RunFilesTold {
  readonly included: number;
  /** Of anonymous sessions, where their bytes might hold a clock time. */
  readonly withheld: number;
  /** Announced, and never arrived, or given up by the participant. */
  readonly missing: number;
  /** The standard has no place for them. */
  readonly left_out: number;
}
type Line = Omit<FileOfChosen, 'run_id' | 'isImported' | 'state'> & {
  readonly participant: string;
  readonly session: string;
  readonly attempt: number;
  readonly state: 'included' | 'withheld' | 'missing';
  /** In the archive. */
  readonly path: string | null;
};

/** The files that runs made, and a list of all of them where there are any. */
export async function writeRunFiles(
  source: RecordSource,
  runs: readonly ChosenRun[],
  files: ArchiveFiles,
): Promise<RunFilesTold> {
  const taken = new Set<string>();
  const lines: Line[] = [];
  for await (const { run, files: made } of new FilesOfRuns(source).of(runs)) {
    const names = new MadeNames(made.map(({ sha256 }) => sha256));
    for (const file of made) {
      const state = await stateOf(source, run, file);
      const name = run.isAnonymous ? names.nameOf(file) : file.name;
      const { participant, attempt } = run;
      const path =
        state === 'included'
          ? freePath(`files/${participant}-${attempt}/${safeName(name)}`, taken)
          : null;
      if (path !== null) await files.add(path, bytesOfFile(source, file));
      const type = run.isAnonymous ? plainType(file.type, run) : file.type;
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

/** For a standard that has no place for them: how many there are. */
export async function countRunFiles(
  source: RecordSource,
  runs: readonly ChosenRun[],
): Promise<RunFilesTold> {
  let left_out = 0;
  for await (const { files } of new FilesOfRuns(source).of(runs)) left_out += files.length;
  return { included: 0, withheld: 0, missing: 0, left_out };
}

async function stateOf(source: RecordSource, run: ChosenRun, file: FileOfChosen) {
  if (file.state !== 'whole') return 'missing';
  if (!run.isAnonymous) return 'included';
  for await (const beginning of bytesOfFile(source, file))
    return isTimeless(file.type, Buffer.from(beginning)) ? 'included' : 'withheld';
  return 'missing';
}
