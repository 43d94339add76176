/**
 * The channel that notifies the other tabs of this browser when a person signs in or out. The tabs
 * share the token cookie, but browsers do not report changes of cookies. A message contains no
 * token: each tab reads the cookie itself.
 */
const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('commonlab-sign-in');

export const notifyTabsOfSignIn = () => channel?.postMessage('changed');

/**
 * Calls the listener when another tab has changed the sign-in.
 * @returns a function that stops listening
 */
export function onSignInInOtherTab(listener: () => void): () => void {
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}
