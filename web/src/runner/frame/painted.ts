/**
 * Reports once that this page has drawn something, if the browser says so (Paint Timing): text, a picture or
 * a canvas that is not empty.
 */
export function reportPainted(say: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return;
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    say();
  });
  observer.observe({ type: 'paint', buffered: true });
}
