/**
 * Messages within this time are drawn together, the first one immediately: ten times a second is as fast as a person reads, and during
 * many messages the page still has time to scroll (docs/performance.md).
 */
export const frameMs = 100;

/** Passes on together the messages that arrive within a time; the first one is passed on immediately. */
export function createFrames<T>(withinMs: number, draw: (messages: T[]) => void) {
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
