import type { RunFiles } from './files/run-files';
import type { RunLog } from './records/run-log';
import type { RunStage } from './stage';

/**
 * Shows the page after the study is over: what is still being sent, and the decision about files
 * that are missing, which only the person can make.
 */
export function showEndPage(
  isOffline: boolean,
  files: RunFiles | undefined,
  log: RunLog,
  stage: Pick<RunStage, 'sending' | 'filesGone'>,
): void {
  // Files are reported as missing only after those that can still arrive have arrived.
  if (!files || files.gone.length === 0 || files.left > 0)
    return stage.sending(isOffline || !navigator.onLine, files?.left);
  stage.filesGone(files.gone, async () => {
    for (const file of files.gone) {
      await log.giveUp(file);
      files.forget(file);
    }
  });
}
