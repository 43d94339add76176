import * as pages from './pages';
import type { RunFiles } from './run-files';
import type { RunLog } from './run-log';

/** What the person waits for once the study is over, and what only they can decide. */
export function showEnd(isOffline: boolean, files: RunFiles | undefined, log: RunLog): void {
  // What can still arrive does so first.
  if (!files || files.gone.length === 0 || files.left > 0)
    return pages.sending(isOffline || !navigator.onLine, files?.left);
  pages.filesGone(files.gone, async () => {
    for (const file of files.gone) {
      await log.giveUp(file);
      files.forget(file);
    }
  });
}
