import { createPath, NavigationType, type To, UNSAFE_createBrowserHistory } from 'react-router';

export type RouterHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;
type Change = Parameters<Parameters<RouterHistory['listen']>[0]>[0];

/** The guard of a page with unsaved content: it decides before the app leaves the page's path. */
export interface PageGuard {
  /** @param go leaves the page; the guard calls it if the person agrees */
  ask: (go: () => void) => void;
}
let guard: PageGuard | null = null;

/** Sets the guard of the open page. @returns a function that removes it */
export function guardPage(next: PageGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}

const pathOf = (to: To, from: string) =>
  new URL(typeof to === 'string' ? to : createPath(to), new URL(from, location.origin)).pathname;

/**
 * Creates a browser history that calls the page's guard before the app leaves for a different path.
 * The browser's back button cannot be stopped, so the history first undoes the step. If the guard
 * allows the step, the history repeats it.
 */
export function createGuardedHistory(
  inner: RouterHistory = UNSAFE_createBrowserHistory({ v5Compat: true }),
): RouterHistory {
  let path = inner.location.pathname;
  /** Whether the next change of the history only undoes a step that the guard has to check. */
  let undoing = false;
  let allowed = false;
  const moved = (change: Change, tell: (change: Change) => void) => {
    path = change.location.pathname;
    tell(change);
  };
  const leave = (to: To, go: () => void) => {
    if (!guard || pathOf(to, path) === path) return go();
    guard.ask(go);
  };
  return {
    ...inner,
    get action() {
      return inner.action;
    },
    get location() {
      return inner.location;
    },
    push: (to, state) => leave(to, () => inner.push(to, state)),
    replace: (to, state) => leave(to, () => inner.replace(to, state)),
    listen: (tell) =>
      inner.listen((change) => {
        if (undoing) {
          undoing = false;
          return;
        }
        const { delta } = change;
        // Pushes and replacements ask the guard before they happen. Here, only steps of the
        // browser's back and forward buttons are left to check.
        const stepped = change.action === NavigationType.Pop;
        if (stepped && !allowed && guard && delta && change.location.pathname !== path) {
          undoing = true;
          inner.go(-delta);
          guard.ask(() => {
            allowed = true;
            inner.go(delta);
          });
          return;
        }
        allowed = false;
        moved(change, tell);
      }),
  };
}
