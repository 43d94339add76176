import { catchMessages } from '../frame/catch-messages';

/**
 * Handles what a study says to the page around it, as lab.js does. In JATOS there is no page around, so the study's page sends the
 * messages to itself.
 * @param hears whether a message is to be recorded
 */
export function handleMessages(hears: (message: unknown) => boolean): void {
  catchMessages(hears);
  if (window.parent !== window) return;
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window) hears(data);
  });
}
