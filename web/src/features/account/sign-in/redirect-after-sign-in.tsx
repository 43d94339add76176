import { Navigate } from 'react-router';
import { useAuth } from '../../../lib/auth/auth.store';
import { redirectFromVisitorPage } from '../../../lib/navigation/guard.rule';
import { useUser } from '../../../lib/auth/user';
import { BusyPage } from '../../../ui/loading/loading';

/** After a sign-in, opens the page that the visitor wanted, or home (docs/specification.md, 2). */
export function RedirectAfterSignIn() {
  const { user, loading } = useUser();
  const redirectUrl = useAuth((s) => s.redirectUrl);
  if (user) return <Navigate to={redirectFromVisitorPage(user, '/signin', redirectUrl)} replace />;
  return loading ? <BusyPage /> : <Navigate to="/signin" replace />;
}
