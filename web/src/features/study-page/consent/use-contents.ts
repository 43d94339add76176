import { useEffect, useState } from 'react';

export interface Heading {
  id: string;
  text: string;
  level: number;
}

/**
 * The headings of a text as they stand on the page, since its Markdown is shaped only after its
 * renderer has arrived; each gets an id that the list of contents leads to.
 */
export function useContents(element: HTMLElement | null): Heading[] {
  const [contents, setContents] = useState<Heading[]>([]);
  useEffect(() => {
    if (!element) return;
    const read = () => {
      const found = [...element.querySelectorAll<HTMLElement>('h2, h3, h4')].map((heading, i) => {
        const id = `part-${i + 1}`;
        // Only where it differs: a change would be observed again.
        if (heading.id !== id) Object.assign(heading, { id, tabIndex: -1 });
        return { id, text: heading.textContent, level: Number(heading.tagName.slice(1)) };
      });
      setContents((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [element]);
  return contents;
}
