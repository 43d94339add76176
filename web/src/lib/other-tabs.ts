/**
 * Tabs of one browser share the token cookie, and a cookie tells nobody that it changed: this does.
 * It carries no token, the others read the cookie themselves.
 */
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('commonlab-sign-in');

export const tellOtherTabs = () => channel?.postMessage('changed');

/** @returns what ends the listening */
export function onOtherTabs(listener: () => void): () => void {
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}
