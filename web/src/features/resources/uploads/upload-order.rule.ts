import type { UploadItem, UploadState } from './upload-item';

/**
 * The order of the states: uploads that need the person come first, then those under way, waiting
 * ones, and finished ones.
 */
const order: Record<UploadState, number> = {
  taken: 0,
  failed: 1,
  sending: 2,
  reading: 2,
  paused: 3,
  waiting: 4,
  done: 5,
};

/**
 * Sorts the uploads for the list by state. Uploads in the same state stay in the order in which
 * they were added.
 */
export const uploadsInShownOrder = (items: readonly UploadItem[]): UploadItem[] =>
  items.toSorted((a, b) => order[a.state] - order[b.state]);

export const isUploadActive = ({ state }: UploadItem): boolean =>
  state === 'waiting' || state === 'reading' || state === 'sending';

/**
 * Adds up the progress of all files except those that failed or wait for a decision of the person.
 */
export function uploadTotalOf(items: readonly UploadItem[]) {
  const counted = items.filter(({ state }) => state !== 'failed' && state !== 'taken');
  return {
    files: counted.length,
    done: counted.filter(({ state }) => state === 'done').length,
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    sent: counted.reduce((sum, { sent }) => sum + sent, 0),
  };
}
