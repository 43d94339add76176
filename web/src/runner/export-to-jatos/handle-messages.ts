import { catchMessagesToParent } from '../frame/catch-messages';

/**
 * Passes the messages of a study to a handler. lab.js, for example, sends them to the parent page.
 * In JATOS there is no parent page, so the study's page sends them to itself.
 * @param hears handles a message; returns whether the message contains data to record
 */
export function handleStudyMessages(hears: (message: unknown) => boolean): void {
  catchMessagesToParent(hears);
  if (window.parent !== window) return;
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window) hears(data);
  });
}
