import type { StartedRun } from '../../../contracts/runtime/runtime';
import type { FileStore } from './files/file-store';
import { RunFiles } from './files/run-files';
import type { RecordStore } from './records/record-store';
import { RunLog } from './records/run-log';
import type { RunLogContext } from './records/run-log-wiring';
import type { RunCalls } from './stage';

interface Around extends Pick<RunLogContext, 'writer' | 'changed'> {
  readonly store: RecordStore;
  readonly fileStore: FileStore;
  readonly calls: RunCalls;
  readonly filesChanged: () => void;
}

/**
 * Creates the log of a run and the store of its files. The two depend on each other: the log
 * announces files, and ends only once the files have arrived.
 */
export function createLogAndFiles(
  run: StartedRun,
  { writer, store, fileStore, calls, changed, filesChanged }: Around,
): { log: RunLog; files: RunFiles | undefined } {
  const log: RunLog = new RunLog({
    run,
    writer,
    store,
    send: (body, keepalive) => calls.store(body, keepalive),
    changed,
    whole: () => files?.settled() ?? Promise.resolve(),
  });
  const { fileCalls } = calls;
  const announce = (data: string) => log.append('file', data);
  const files: RunFiles | undefined = fileCalls
    ? new RunFiles({ run, store: fileStore, calls: fileCalls, announce, changed: filesChanged })
    : undefined;
  return { log, files };
}
