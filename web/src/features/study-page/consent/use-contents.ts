import { useEffect, useState } from 'react';

export interface ConsentHeading {
  id: string;
  text: string;
  level: number;
}

/**
 * Returns the headings of a text, and gives each an id to which the table of contents links. An
 * observer waits for the headings, because the Markdown may be rendered after this hook has run.
 */
export function useTableOfContents(element: HTMLElement | null): ConsentHeading[] {
  const [contents, setContents] = useState<ConsentHeading[]>([]);
  useEffect(() => {
    if (!element) return;
    const read = () => {
      const found = [...element.querySelectorAll<HTMLElement>('h2, h3, h4')].map((heading, i) => {
        const id = `part-${i + 1}`;
        // The attributes are set only if they differ: every change would trigger the observer again.
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
