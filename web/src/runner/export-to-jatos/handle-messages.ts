import { catchMessages } from '../frame/catch-messages';

/**
 * What a study says to the page around it, as lab.js does: in JATOS there is none, and a page without one
 * says it to itself.
 * @param hears whether a message is one that is kept
 */
export function handleMessages(hears: (message: unknown) => boolean): void {
  catchMessages(hears);
  if (window.parent !== window) return;
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window) hears(data);
  });
}
