import { screen, waitFor } from '@testing-library/react';
import { fill, user } from '../../../test/user';
import { readProfile } from '../../../../../contracts/accounts/accounts';
import { readSignInMethods, startOidc } from '../../../../../contracts/authentication/identities';
import { readSamlRedirectUrl } from '../../../../../contracts/authentication/saml';
import { useAuth } from '../../../lib/auth/auth.store';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { signedInUser } from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { storeSignIn } from './sign-in';

beforeEach(() => freshBrowser());

/**
 * A server that cannot reach the provider. It therefore sends no redirect, and the page stays open
 * while the test reads the request.
 */
const world = () =>
  fakeServer(
    on(readSignInMethods).answer({ status: 200, body: { providers: ['google'], sso: true } }),
    on(startOidc).answer(refusal('issuer_unavailable')),
    on(readSamlRedirectUrl).answer(refusal('no_sso_for_domain')),
    on(readProfile).answer(refusal('unauthenticated')),
  );
const started = async (asked: ReturnType<typeof world>) => {
  await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
  await waitFor(() => expect(asked.some(({ path }) => path === '/api/oidc/google/')).toBe(true));
  return asked.find(({ path }) => path === '/api/oidc/google/')?.body;
};

test('a person who must sign in again is authenticated again by the provider', async () => {
  const asked = world();
  const app = renderPage('/logout?again=1&redirect=%2Fsignin');
  await waitFor(() => expect(app.at()).toBe('/signin'));
  expect(await started(asked)).toEqual({ purpose: 'sign-in', fresh: true, remember: false });
});

test('a person who must sign in again is authenticated again by the organization', async () => {
  const asked = world();
  useAuth.getState().askAgain();
  renderPage('/signin');
  await fill(await screen.findByLabelText('Email'), 'ada@uni.example');
  await user.click(await screen.findByRole('button', { name: 'Sign in with your organization' }));
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/saml/redirect_url/')?.query.get('fresh')).toBe(
      'true',
    ),
  );
});

test('a normal sign-in does not demand a new authentication', async () => {
  const asked = world();
  useAuth.getState().askAgain();
  storeSignIn(signedInUser());
  useAuth.getState().signedOut();
  renderPage('/signin');
  expect(await started(asked)).toEqual({ purpose: 'sign-in', remember: false });
});
