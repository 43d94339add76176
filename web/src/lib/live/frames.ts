/**
 * The time between two renderings of messages, in milliseconds. Ten times a second is as fast as a
 * person reads, and the page still has time to scroll during many messages (docs/performance.md).
 */
export const messageBatchMs = 100;

/**
 * Passes on the first message after a pause immediately. After that, it collects the messages of
 * `withinMs` milliseconds at a time, and passes them on together.
 */
export function createMessageBatcher<T>(withinMs: number, draw: (messages: T[]) => void) {
  let waiting: T[] = [];
  let lastDrawn = -Infinity;
  let frame: ReturnType<typeof setTimeout> | undefined;
  function drawNow() {
    frame = undefined;
    lastDrawn = performance.now();
    const messages = waiting;
    waiting = [];
    draw(messages);
  }
  return {
    add: (message: T) => {
      waiting.push(message);
      if (frame) return;
      const wait = withinMs - (performance.now() - lastDrawn);
      if (wait <= 0) drawNow();
      else frame = setTimeout(drawNow, wait);
    },
    stop: () => clearTimeout(frame),
  };
}
