import type { StartedRun } from '../../../../contracts/runtime';
import { filesMissing, loadingFiles } from '../pages';
import { loadFiles } from './load-files';

/** Of this document: a new attempt has the same files. */
const known = new Map<string, Blob>();

/**
 * Loads the files of a study before it begins, with a bar; where some do not come, the participant is
 * asked to try again, and nothing begins without them.
 * @returns the files by their paths; null where it was given up
 */
export async function filesBeforehand(
  { url, files }: Pick<StartedRun, 'url' | 'files'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Blob> | null> {
  const folder = /^.*?\/s\/[^/]+\//.exec(url)?.[0];
  if (folder === undefined || files.length === 0) return new Map();
  const addressOf = (path: string) => folder + path.split('/').map(encodeURIComponent).join('/');
  for (;;) {
    const tell = loadingFiles(files.reduce((sum, { bytes }) => sum + bytes, 0));
    const gone = await loadFiles(files, known, { addressOf, tell, signal });
    if (signal.aborted) return null;
    if (gone.length === 0) return known;
    await new Promise<void>((again) => filesMissing(gone, again));
  }
}
