/**
 * Tabs of one browser share the token cookie, and a cookie has no change event: this notifies the
 * other tabs. The message carries no token; each tab reads the cookie itself.
 */
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('commonlab-sign-in');

export const notifyOtherTabs = () => channel?.postMessage('changed');

/** @returns a function that stops listening */
export function onOtherTabs(listener: () => void): () => void {
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}
