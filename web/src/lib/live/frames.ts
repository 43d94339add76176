/** Hands over together what comes within one frame, the first at once. */
export function createFrames<T>(frameMs: number, draw: (messages: T[]) => void) {
  let waiting: T[] = [];
  let lastDrawn = 0;
  let frame: ReturnType<typeof setTimeout> | undefined;
  function drawNow() {
    frame = undefined;
    lastDrawn = Date.now();
    const messages = waiting;
    waiting = [];
    draw(messages);
  }
  return {
    add: (message: T) => {
      waiting.push(message);
      if (frame) return;
      const wait = frameMs - (Date.now() - lastDrawn);
      if (wait <= 0) drawNow();
      else frame = setTimeout(drawNow, wait);
    },
    stop: () => clearTimeout(frame),
  };
}
