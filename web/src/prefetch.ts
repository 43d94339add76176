import { judge } from './lib/navigation/guard.rule';
import type { Who } from './lib/user';
import type { Row } from './routes';

/** The delay after the current page has rendered. */
const idle = (go: () => void) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(go, { timeout: 5000 });
  else setTimeout(go, 2000);
};
const sparing = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * The pages that a link may lead this person to: of the pages that they may open, those for the
 * same sign-in state.
 */
export const near = (routes: readonly Row[], who: Who): readonly Row[] =>
  routes.filter(
    (row) => judge(row, who) === 'show' && row.path !== '/' && !(who.user && row.visitorsOnly),
  );

/**
 * Fetches those pages one after the other while the browser is idle, so that they still open if the
 * connection is lost.
 */
export function prefetch(
  rows: readonly Row[],
  whenIdle: (go: () => void) => void = idle,
): () => void {
  let stopped = sparing();
  const next = ([row, ...rest]: readonly Row[]) => {
    if (!row || stopped) return;
    whenIdle(() => {
      if (!stopped) void row.prefetch().then(() => next(rest));
    });
  };
  next(rows);
  return () => {
    stopped = true;
  };
}
