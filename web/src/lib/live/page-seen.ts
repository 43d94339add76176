/** Tests of the socket have no page. */
const hasPage = () => 'document' in globalThis;

export const isPageSeen = (): boolean => !hasPage() || document.visibilityState !== 'hidden';

/** @returns what ends the listening */
export function onPageSeen(listener: () => void): () => void {
  if (!hasPage()) return () => undefined;
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
