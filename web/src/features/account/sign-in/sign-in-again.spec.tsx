import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from '../../../lib/auth.store';
import { freshBrowser, renderApp } from '../../../test/render-app';
import { fakeServer, someone } from '../../../test/world';
import { welcome } from './sign-in';

jest.setTimeout(60_000);
beforeEach(() => freshBrowser());

/** A provider that cannot be reached: the page is not left, and the test can read the request. */
const world = () =>
  fakeServer(({ path }) =>
    path === '/api/sign-in-methods/'
      ? { status: 200, body: { providers: ['google'], sso: true } }
      : { status: 503, body: { status: 503, code: 'issuer_unavailable', description: 'Away.' } },
  );
const started = async (asked: ReturnType<typeof world>) => {
  await userEvent.click(
    await screen.findByRole('button', { name: 'Continue with Google' }, { timeout: 15_000 }),
  );
  await waitFor(() => expect(asked.some(({ path }) => path === '/api/oidc/google/')).toBe(true));
  return asked.find(({ path }) => path === '/api/oidc/google/')?.body;
};

test('whoever has to sign in again is asked by the provider anew', async () => {
  const asked = world();
  const app = renderApp('/logout?again=1&redirect=%2Fsignin');
  await waitFor(() => expect(app.at()).toBe('/signin'));
  expect(await started(asked)).toEqual({ purpose: 'sign-in', fresh: true, remember: false });
});

test('and by the organization', async () => {
  const asked = world();
  useAuth.getState().askAgain();
  renderApp('/signin');
  await userEvent.type(
    await screen.findByLabelText('Email', {}, { timeout: 15_000 }),
    'ada@uni.example',
  );
  await userEvent.click(
    await screen.findByRole('button', { name: 'Sign in with your organization' }),
  );
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/saml/redirect_url/')?.query.get('fresh')).toBe(
      'true',
    ),
  );
});

test('anybody else is not', async () => {
  const asked = world();
  useAuth.getState().askAgain();
  welcome({ ...someone(), token: 'tok', token_expires_at: '2099-01-01T00:00:00Z' });
  useAuth.getState().signedOut();
  renderApp('/signin');
  expect(await started(asked)).toEqual({ purpose: 'sign-in', remember: false });
});
