import type { RunFiles } from './files/run-files';
import type { RunLog } from './records/run-log';
import type { RunStage } from './stage';

/**
 * Shows the page after the end of the study. It says what is still being sent. If files are
 * missing, the participant decides what to do.
 */
export function showEndPage(
  isOffline: boolean,
  files: RunFiles | undefined,
  log: RunLog,
  stage: Pick<RunStage, 'sending' | 'filesGone'>,
): void {
  // As long as files can still arrive, the page reports none as missing.
  if (!files || files.gone.length === 0 || files.left > 0)
    return stage.sending(isOffline || !navigator.onLine, files?.left);
  stage.filesGone(files.gone, async () => {
    for (const file of files.gone) {
      await log.giveUp(file);
      files.forget(file);
    }
  });
}
