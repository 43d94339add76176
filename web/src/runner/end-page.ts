import type { RunFiles } from './files/run-files';
import type { RunLog } from './records/run-log';
import type { Stage } from './stage';

/** Shows what the person waits for after the study is over, and what only they can decide. */
export function showEnd(
  isOffline: boolean,
  files: RunFiles | undefined,
  log: RunLog,
  stage: Pick<Stage, 'sending' | 'filesGone'>,
): void {
  // Files that can still arrive are waited for first.
  if (!files || files.gone.length === 0 || files.left > 0)
    return stage.sending(isOffline || !navigator.onLine, files?.left);
  stage.filesGone(files.gone, async () => {
    for (const file of files.gone) {
      await log.giveUp(file);
      files.forget(file);
    }
  });
}
