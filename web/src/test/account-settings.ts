import { screen, within } from '@testing-library/react';
import type { User } from '../../../contracts/accounts/accounts';
import type { Result } from '../../../contracts/base/endpoint';
import { readSignInMethods } from '../../../contracts/authentication/identities';
import { readSecurity } from '../../../contracts/authentication/second-factor';
import { useAuth } from '../lib/auth/auth.store';
import { emptyServer, later, passwordOnly, profileOf } from './common-answers';
import { type FakeRoute, fakeServer, on } from './fake-server';
import { renderPage } from './render-app';

/**
 * Opens the account settings of this person.
 * @param own the test's own routes, which take precedence over the common ones
 * @param security how the account's protection differs from a password alone
 * @param draw `renderApp` for a test of the frame around every page
 */
export async function openSettings(
  account: User,
  own: readonly FakeRoute[] = [],
  security: Partial<Result<typeof readSecurity>> = {},
  draw = renderPage,
) {
  useAuth.getState().signedIn('tok', later);
  const asked = fakeServer(
    own,
    profileOf(account),
    on(readSignInMethods).answer({ status: 200, body: { providers: ['google'], sso: false } }),
    on(readSecurity).answer({ status: 200, body: { ...passwordOnly, ...security } }),
    emptyServer,
  );
  const app = draw('/profile/');
  await screen.findByRole('heading', { level: 1, name: 'Account settings' });
  return { asked, app };
}
/** A section of the settings, found by its heading. */
export const part = (name: string) => within(screen.getByRole('region', { name }));
