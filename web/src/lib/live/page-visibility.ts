/** Whether there is a document. Tests of the socket run without one. */
const hasPage = () => 'document' in globalThis;

export const isPageVisible = (): boolean => !hasPage() || document.visibilityState !== 'hidden';

/** Calls the listener when the page becomes hidden or visible. @returns a function that stops listening */
export function onVisibilityChange(listener: () => void): () => void {
  if (!hasPage()) return () => undefined;
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
