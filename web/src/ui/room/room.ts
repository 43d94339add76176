/**
 * Bars and cards that stay in the window while the page scrolls cover a part of it. The page
 * reserves room for them, so that nothing that is scrolled to or focused stays hidden below them
 * (base.css; WCAG 2.2, 2.4.11). `head`: a bar at the upper edge. `foot`: a line at the lower edge,
 * across the window. `message`: cards above the foot. `bar`: a bar within the page that sticks to
 * the lower edge until its own place is scrolled into view.
 */
export type DockLayer = 'head' | 'foot' | 'message' | 'bar';

const layers: readonly DockLayer[] = ['head', 'foot', 'message', 'bar'];
const taken = new Map<Element, DockLayer>();
const heights = new Map<Element, number>();

function tell(): void {
  for (const layer of layers) {
    const all = [...taken].filter(([, of]) => of === layer);
    const height = all.reduce((sum, [element]) => sum + (heights.get(element) ?? 0), 0);
    document.documentElement.style.setProperty(`--room-${layer}`, `${Math.ceil(height)}px`);
  }
}

function measure(element: Element): void {
  const { height } = element.getBoundingClientRect();
  if (heights.get(element) === height) return;
  heights.set(element, height);
  tell();
}

let observer: ResizeObserver | undefined;
const watch = () =>
  (observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) if (taken.has(target)) measure(target);
  }));

/**
 * Reserves room for the element as long as it is shown; a hidden element takes none.
 * @returns a function that ends the reservation
 */
export function reserveScrollRoom(element: Element, layer: DockLayer): () => void {
  taken.set(element, layer);
  watch().observe(element);
  measure(element);
  return () => {
    observer?.unobserve(element);
    taken.delete(element);
    heights.delete(element);
    tell();
  };
}

/** Refs for elements at the edges of the window; each reserves room for its element. */
export const roomFor: Record<DockLayer, (element: Element | null) => (() => void) | undefined> = {
  head: (element) => (element ? reserveScrollRoom(element, 'head') : undefined),
  foot: (element) => (element ? reserveScrollRoom(element, 'foot') : undefined),
  message: (element) => (element ? reserveScrollRoom(element, 'message') : undefined),
  bar: (element) => (element ? reserveScrollRoom(element, 'bar') : undefined),
};
