import { catchMessagesToParent } from '../frame/catch-messages';

/**
 * Gives a handler the messages that a study sends to its parent page, as lab.js does. In JATOS
 * there is no parent page, so the study's page sends these messages to itself.
 * @param hears handles a message; returns whether the message contains data to record
 */
export function handleStudyMessages(hears: (message: unknown) => boolean): void {
  catchMessagesToParent(hears);
  if (window.parent !== window) return;
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window) hears(data);
  });
}
