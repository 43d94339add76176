import { screen, within } from '@testing-library/react';
import type { User } from '../../../contracts/accounts/accounts';
import type { EndpointResponseBody } from '../../../contracts/base/endpoint';
import { readSignInMethods } from '../../../contracts/authentication/identities';
import { readAccountSecurity } from '../../../contracts/authentication/second-factor';
import { useAuth } from '../lib/auth/auth.store';
import {
  emptyServerRoutes,
  distantFuture,
  passwordOnlySecurity,
  profileRoute,
} from './common-answers';
import { type FakeRoute, fakeServer, on } from './fake-server';
import { renderPage } from './render-app';

/**
 * Opens the account settings of this person.
 * @param own the test's own routes, which take precedence over the common ones
 * @param security the values that differ from `passwordOnlySecurity`
 * @param draw the function that renders the app: `renderApp` if the test also needs the header, the
 * banners or the footer
 */
export async function openSettings(
  account: User,
  own: readonly FakeRoute[] = [],
  security: Partial<EndpointResponseBody<typeof readAccountSecurity>> = {},
  draw = renderPage,
) {
  useAuth.getState().signedIn('tok', distantFuture);
  const asked = fakeServer(
    own,
    profileRoute(account),
    on(readSignInMethods).answer({ status: 200, body: { providers: ['google'], sso: false } }),
    on(readAccountSecurity).answer({ status: 200, body: { ...passwordOnlySecurity, ...security } }),
    emptyServerRoutes,
  );
  const app = draw('/profile/');
  await screen.findByRole('heading', { level: 1, name: 'Account settings' });
  return { asked, app };
}
/** A section of the settings, found by its heading. */
export const settingsSection = (name: string) => within(screen.getByRole('region', { name }));
