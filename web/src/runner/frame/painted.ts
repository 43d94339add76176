/**
 * Reports once when the page has drawn something that is not empty: text, a picture or a canvas.
 * Only browsers with Paint Timing can report this.
 */
export function reportFirstPaint(say: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return;
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    say();
  });
  observer.observe({ type: 'paint', buffered: true });
}
