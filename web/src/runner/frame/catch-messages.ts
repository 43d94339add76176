type Post = (message: unknown, ...more: unknown[]) => void;

/**
 * Catches messages that a study posts to the page around it, as lab.js does for surveys. The page around is
 * ours and reads only the messages of its own script, so this function takes them here.
 * @param hears whether a message is recorded; all others are passed on
 */
export function catchMessages(hears: (message: unknown) => boolean): void {
  const { parent } = window;
  if (parent === window) return;
  const postMessage: Post = (message, ...more) => {
    if (!hears(message)) (parent.postMessage as Post)(message, ...more);
  };
  const heard = new Proxy(parent, {
    // If the parent window is of another origin, the browser still refuses most of its properties.
    get: (target, name): unknown =>
      name === 'postMessage' ? postMessage : Reflect.get(target, name, target),
  });
  Object.defineProperty(window, 'parent', { value: heard, configurable: true, writable: true });
}
