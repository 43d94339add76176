type Post = (message: unknown, ...more: unknown[]) => void;

/**
 * What a study says to the page around it, as lab.js does for surveys that it stands in. That page is ours
 * and hears nothing but its own script in the study, so it is heard here.
 * @param hears whether a message is one that is kept; others go their way
 */
export function catchMessages(hears: (message: unknown) => boolean): void {
  const { parent } = window;
  if (parent === window) return;
  const postMessage: Post = (message, ...more) => {
    if (!hears(message)) (parent.postMessage as Post)(message, ...more);
  };
  const heard = new Proxy(parent, {
    // Of another origin, anything else but a few names is refused by the browser, as ever.
    get: (target, name): unknown =>
      name === 'postMessage' ? postMessage : Reflect.get(target, name, target),
  });
  Object.defineProperty(window, 'parent', { value: heard, configurable: true, writable: true });
}
