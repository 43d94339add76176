import { useEffect, useState } from 'react';

/**
 * Returns how much of an element the person has scrolled past, in percent, measured at the lower
 * edge of the window. An element that fits into the window counts as fully read.
 */
export function useReadingProgress(element: HTMLElement | null): number {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const seen = box.height > 0 ? (window.innerHeight - box.top) / box.height : 1;
      setPercent(Math.round(100 * Math.min(1, Math.max(0, seen))));
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    const grown = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    grown?.observe(element);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      grown?.disconnect();
    };
  }, [element]);
  return percent;
}
