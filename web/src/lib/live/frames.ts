/**
 * A message after a pause is rendered immediately. All messages within this time after it are
 * rendered together. Ten times a second is as fast as a person reads, and the page still has time
 * to scroll during many messages (docs/performance.md).
 */
export const messageBatchMs = 100;

/**
 * Collects the messages that arrive within this time and passes them on together. A message that
 * comes after a pause is passed on immediately.
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
