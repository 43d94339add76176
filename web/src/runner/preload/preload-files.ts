import type { StartedRun } from '../../../../contracts/runtime/runtime';
import { showFilesNotLoaded, showLoadingFiles } from '../pages/pages';
import type { RecordEvent } from '../stage';
import { loadFiles } from './load-files';

/**
 * The files that this document has already loaded. Another attempt of the run needs the same files
 * and does not load them again.
 */
const known = new Map<string, Blob>();
const told = new Set<string>();
/**
 * The highest number of failed files that one document reports. Errors have the same limit
 * (web/src/runner/frame/events.ts).
 */
const mostTold = 20;

/** If the server does not answer within this time, it counts as unreachable. */
const answerMs = 10_000;

/** Whether the server answers a request. */
async function isReached(signal: AbortSignal): Promise<boolean> {
  // The two signals are combined by hand: the oldest browsers that may take part do not have
  // `AbortSignal.any`.
  const given = new AbortController();
  const give = () => given.abort();
  const timer = setTimeout(give, answerMs);
  signal.addEventListener('abort', give);
  if (signal.aborted) give();
  try {
    await fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal: given.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', give);
  }
}

/**
 * Loads the files of a study before the study begins, and shows a progress bar. If some files do
 * not arrive, an event reports this to the researchers. If the study may not begin without these
 * files, a message offers to try again.
 * @returns the files by path; null if the participant gave up
 */
export async function preloadFiles(
  { url, files, begins_without }: Pick<StartedRun, 'url' | 'files' | 'begins_without'>,
  signal: AbortSignal,
  note: RecordEvent,
): Promise<ReadonlyMap<string, Blob> | null> {
  const folder = /^.*?\/s\/[^/]+\//.exec(url)?.[0];
  if (folder === undefined || files.length === 0) return new Map();
  const addressOf = (path: string) => folder + path.split('/').map(encodeURIComponent).join('/');
  for (;;) {
    const tell = showLoadingFiles(files.reduce((sum, { bytes }) => sum + bytes, 0));
    const gone = await loadFiles(files, known, {
      addressOf,
      tell,
      isReached: () => isReached(signal),
      signal,
    });
    if (signal.aborted) return null;
    for (const { path, why } of gone)
      if (!told.has(path) && told.size < mostTold) {
        told.add(path);
        // If the event cannot be recorded, the study still begins.
        await note({ type: 'file_not_loaded', file: path, why }).catch(() => undefined);
      }
    if (gone.length === 0 || begins_without) return known;
    await new Promise<void>((again) => showFilesNotLoaded(gone, again));
  }
}
