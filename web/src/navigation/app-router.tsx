import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router';
import type { RouterHistory } from '../lib/navigation/guarded-history';

/**
 * The router of the app, without the loaders and actions of `createBrowserRouter`, which the app
 * does not use (docs/decisions/web-app.md). A page stays on screen until the next one is loaded.
 */
export function AppRouter({ history, children }: { history: RouterHistory; children: ReactNode }) {
  const [state, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen(({ action, location }) =>
        startTransition(() => setState({ action, location })),
      ),
    [history],
  );
  return (
    <Router location={state.location} navigationType={state.action} navigator={history}>
      {children}
    </Router>
  );
}
