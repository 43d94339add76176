import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import { call } from '../../../lib/http/api';
import { useAuth } from '../../../lib/auth/auth.store';
import { safeRedirect } from '../../../lib/navigation/safe-redirect';
import { readToken } from '../../../lib/http/token';
import { forgetRegistration } from '../../../lib/pending-registration';
import { usePageTitle } from '../../../ui/page';
import { BusyPage } from '../../../ui/loading/loading';
import { forgetChallenge } from './stored-challenge';

/**
 * Signs out if a person is signed in, then goes to `redirect` within this site, or to the start
 * page (docs/specification.md, 2). If the address contains `again`, the provider must authenticate
 * the person again at the next sign-in.
 */
export function LogoutPage() {
  const { t } = useTranslation('account');
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const target = safeRedirect(params.get('redirect'));
  const again = params.has('again');
  usePageTitle(t('logout.title'));
  useEffect(() => {
    const token = readToken();
    // Signs out locally even if the server cannot be reached; the token then expires by itself.
    const told = token
      ? call(changeProfile, { body: { action: 'remove-token', token } }).catch(() => undefined)
      : Promise.resolve();
    useAuth.getState().signedOut();
    useAuth.getState().forgetRedirect();
    forgetChallenge();
    if (token) forgetRegistration();
    if (again) useAuth.getState().askAgain();
    void told.then(() => navigate(target, { replace: true }));
  }, [navigate, target, again]);
  return <BusyPage label={t('logout.busy')} />;
}
