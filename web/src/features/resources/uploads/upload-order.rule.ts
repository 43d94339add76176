import type { UploadItem, UploadState } from './upload-item';

/** What needs the person comes first, then what moves, what waits, and what is done. */
const order: Record<UploadState, number> = {
  taken: 0,
  failed: 1,
  sending: 2,
  reading: 2,
  paused: 3,
  waiting: 4,
  done: 5,
};

/** As the list shows them; those of one state stay in the order in which they came. */
export const inShownOrder = (items: readonly UploadItem[]): UploadItem[] =>
  items.toSorted((a, b) => order[a.state] - order[b.state]);

export const isUnderWay = ({ state }: UploadItem): boolean =>
  state === 'waiting' || state === 'reading' || state === 'sending';

/** All files that are stored or will be; what the person must decide about first is in neither number. */
export function totalOf(items: readonly UploadItem[]) {
  const counted = items.filter(({ state }) => state !== 'failed' && state !== 'taken');
  return {
    files: counted.length,
    done: counted.filter(({ state }) => state === 'done').length,
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    sent: counted.reduce((sum, { sent }) => sum + sent, 0),
  };
}
