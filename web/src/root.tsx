import { Suspense, useEffect } from 'react';
import { matchRoutes, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { DefaultLayout } from './features/layout/default-layout';
import { EmptyLayout } from './features/layout/empty-layout';
import { GoodbyePage } from './features/layout/goodbye';
import { useDeletionCancelledNotice } from './features/layout/use-welcome-back';
import { useAuth } from './lib/auth/auth.store';
import { decideAccess, redirectFromVisitorPage } from './lib/navigation/guard.rule';
import { onSignInInOtherTab } from './lib/auth/other-tabs';
import { useUi } from './lib/ui.store';
import { useUser } from './lib/auth/user';
import { useScrollRestoration } from './navigation/use-scroll';
import type { PageRoute } from './navigation/row';
import { routes } from './routes';
import { PopupMessage } from './ui/feedback/popup-message';
import { LoadingPage } from './ui/loading/loading';

const notFound = routes.find(({ path }) => path === '*') as PageRoute;

/**
 * Stores the address of the page that the visitor wanted, then redirects to the sign-in
 * (docs/specification.md, 2).
 */
function ToSignIn() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    useAuth.getState().keepRedirect(pathname + search + hash);
    void navigate('/signin', { replace: true });
  }, [pathname, search, hash, navigate]);
  return <LoadingPage />;
}

/**
 * Redirects a person who has signed in from a page for visitors, such as the sign-in page, to the
 * page that they wanted.
 */
function Away({ user }: { user: { is_researcher: boolean } }) {
  const { pathname } = useLocation();
  return (
    <Navigate
      to={redirectFromVisitorPage(user, pathname, useAuth.getState().redirectUrl)}
      replace
    />
  );
}

/** Decides whether the person may see a page (docs/specification.md, 4); adds header and footer. */
export function Root({ rows }: { rows: readonly PageRoute[] }) {
  const here = useLocation();
  const row = matchRoutes([...rows], here)?.at(-1)?.route ?? notFound;
  const who = useUser();
  const left = useUi((s) => s.left);
  const verdict = decideAccess(row, who);
  const { pathname } = here;

  useScrollRestoration();
  useEffect(() => {
    let end: (() => void) | undefined;
    let gone = false;
    // This code restores a lost focus. It is loaded after the page, since no element can lose the
    // focus before the page is shown.
    void import('./navigation/focus-keeper').then(({ restoreLostFocus }) => {
      if (!gone) end = restoreLostFocus();
    });
    return () => {
      gone = true;
      end?.();
    };
  }, []);
  useDeletionCancelledNotice();
  useEffect(() => {
    useUi.getState().set({ spinner: verdict === 'wait' });
  }, [verdict]);
  useEffect(() => {
    if (verdict === 'show' && who.user && row.access !== 'public')
      useAuth.getState().forgetRedirect();
  }, [verdict, who.user, row, pathname]);
  useEffect(() => {
    const sync = () => useAuth.getState().sync();
    const silence = onSignInInOtherTab(sync);
    document.addEventListener('visibilitychange', sync);
    return () => {
      silence();
      document.removeEventListener('visibilitychange', sync);
    };
  }, []);

  if (left) return <GoodbyePage />;
  const Layout = verdict === 'not-found' || row.layout === 'empty' ? EmptyLayout : DefaultLayout;
  return (
    <>
      <Layout>
        <Suspense fallback={<LoadingPage />} key={verdict === 'show' ? 'page' : verdict}>
          {verdict === 'show' ? (
            <Outlet />
          ) : verdict === 'not-found' ? (
            <notFound.Page />
          ) : verdict === 'sign-in' ? (
            <ToSignIn />
          ) : verdict === 'leave' && who.user ? (
            <Away user={who.user} />
          ) : (
            <LoadingPage />
          )}
        </Suspense>
      </Layout>
      <PopupMessage />
    </>
  );
}
