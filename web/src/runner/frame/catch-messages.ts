type Post = (message: unknown, ...more: unknown[]) => void;

/**
 * Catches messages that a study sends to its parent page, as lab.js does for surveys. In a run, the
 * parent page is ours and ignores such messages, so they are handled in the study's page.
 * @param hears handles a message; returns false for a message that is passed on to the parent page
 */
export function catchMessagesToParent(hears: (message: unknown) => boolean): void {
  const { parent } = window;
  if (parent === window) return;
  const postMessage: Post = (message, ...more) => {
    if (!hears(message)) (parent.postMessage as Post)(message, ...more);
  };
  const heard = new Proxy(parent, {
    // The property is read from the real window, so that the browser still decides which properties
    // a page of another origin may read.
    get: (target, name): unknown =>
      name === 'postMessage' ? postMessage : Reflect.get(target, name, target),
  });
  Object.defineProperty(window, 'parent', { value: heard, configurable: true, writable: true });
}
