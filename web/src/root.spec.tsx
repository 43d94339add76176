import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from './lib/auth.store';
import { queryClient } from './lib/http/query-client';
import { readToken } from './lib/http/token';
import { useUi } from './lib/ui.store';
import { profileQuery } from './lib/user';
import { freshBrowser, renderApp } from './test/render-app';
import { fakeServer, someone } from './test/world';

jest.setTimeout(60_000);
const profile = (user: ReturnType<typeof someone>) =>
  fakeServer(({ path, method, headers, body }) => {
    if (path === '/api/users/profile/' && method === 'PUT') return { status: 204 };
    if (path === '/api/sign-in-methods/')
      return { status: 200, body: { providers: [], sso: false } };
    if (path === '/api/security/')
      return {
        status: 200,
        body: {
          password: true,
          totp: false,
          passkeys: [],
          recovery_codes_left: 0,
          second_factor_missing: false,
          signed_in_at: '2026-10-01T10:00:00Z',
        },
      };
    if (path !== '/api/users/profile/')
      return { status: 200, body: { items: [], next_cursor: null } };
    if (headers.authorization?.startsWith('Basic')) {
      return headers.authorization === `Basic ${btoa('ada@example.org:Aa1!aaaa')}`
        ? { status: 200, body: { ...user, token: 'tok', token_expires_at: '2099-01-01T00:00:00Z' } }
        : {
            status: 401,
            body: {
              status: 401,
              code: 'invalid_credentials',
              description: 'Email or password is wrong.',
            },
          };
    }
    return headers.authorization === 'Bearer tok'
      ? { status: 200, body: user }
      : {
          status: 401,
          body: { status: 401, code: 'unauthenticated', description: `No: ${String(body)}` },
        };
  });
const heading = (name: string) =>
  screen.findByRole('heading', { level: 1, name }, { timeout: 15_000 });
const signIn = async (password: string) => {
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'Ada@example.org');
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
};
beforeEach(() => freshBrowser());

test('a protected page asks who is there first, and comes after the sign-in', async () => {
  profile(someone());
  const app = renderApp('/profile/?from=mail#delete');
  await heading('Sign in');
  expect(useAuth.getState().redirectUrl).toBe('/profile/?from=mail#delete');

  await signIn('wrong');
  expect(await screen.findByText('Email or password is wrong.')).toBeVisible();
  expect(readToken()).toBeNull();

  await signIn('Aa1!aaaa');
  await heading('Account settings');
  expect(app.at()).toBe('/profile/?from=mail#delete');
  expect(readToken()).toBe('tok');
  await waitFor(() => expect(useAuth.getState().redirectUrl).toBe('/home'));
});

test('somebody without the right sees that there is no such page', async () => {
  profile(someone());
  useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
  renderApp('/reviews');
  await heading('This page does not exist');
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
});

test('a profile that can’t be read ends the session', async () => {
  fakeServer(() => ({
    status: 404,
    body: { status: 404, code: 'not_found', description: 'Gone' },
  }));
  useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
  renderApp('/profile/');
  await heading('Sign in');
  expect(readToken()).toBeNull();
  expect(await screen.findByText('Failed to retrieve user profile')).toBeVisible();
});

test('a spinner turns while it is not known yet who is there, and stops when the page is shown', async () => {
  let answer: (() => void) | undefined;
  profile(someone());
  const real = globalThis.fetch;
  globalThis.fetch = async (...asked: Parameters<typeof fetch>) => {
    if (
      (asked[0] instanceof Request ? asked[0].url : asked[0].toString()).includes(
        '/api/users/profile/',
      ) &&
      !answer
    )
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    return real(...asked);
  };
  useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
  renderApp('/profile/');
  await waitFor(() => expect(useUi.getState().spinner).toBe(true));
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  await waitFor(() => expect(answer).toBeDefined());
  answer?.();
  await heading('Account settings');
  expect(useUi.getState().spinner).toBe(false);
});

test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
  'a kept address that leads elsewhere (%s) is not followed after the sign-in',
  async (address) => {
    sessionStorage.setItem(
      'commonlab-redirect',
      JSON.stringify({ state: { redirectUrl: address }, version: 0 }),
    );
    await useAuth.persist.rehydrate();
    expect(useAuth.getState().redirectUrl).toBe('/home');
    useAuth.getState().keepRedirect(address);
    expect(useAuth.getState().redirectUrl).toBe('/home');
  },
);

test.each(['https://evil.example/', '/.//evil.example', '/..//evil.example', '/%2e//evil.example'])(
  'signing out tells the server and leads only to places on this site, not to %s',
  async (redirect) => {
    const asked = profile(someone());
    useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
    const app = renderApp(`/logout?redirect=${encodeURIComponent(redirect)}`);
    await heading('Half an hour of yours can settle a question');
    expect(app.at()).toBe('/');
    expect(readToken()).toBeNull();
    expect(asked).toContainEqual(
      expect.objectContaining({
        method: 'PUT',
        path: '/api/users/profile/',
        body: { action: 'remove-token', token: 'tok' },
      }),
    );
  },
);

test('whoever comes back before the deletion is told that the account stays', async () => {
  profile(someone());
  useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
  queryClient.setQueryData(profileQuery().queryKey, { ...someone(), deletion_cancelled: true });
  renderApp('/pricing');
  expect(
    await screen.findByText('Welcome back. Your account stays: its deletion is cancelled.'),
  ).toBeVisible();
  expect(queryClient.getQueryData(profileQuery().queryKey)).not.toHaveProperty(
    'deletion_cancelled',
  );
});

test('the cookie notice is on every page but the first; leaving replaces the page, ends the sign-in, clears the browser', async () => {
  const asked = profile(someone());
  useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
  useAuth.getState().keepRedirect('/profile/');
  localStorage.setItem('kept', '1');
  sessionStorage.setItem('kept', '1');
  renderApp('/pricing');
  await heading('Pricing');
  await userEvent.click(screen.getByRole('button', { name: 'Leave website' }));
  await heading('Goodbye');
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
  expect(asked).toContainEqual(
    expect.objectContaining({
      method: 'PUT',
      path: '/api/users/profile/',
      body: { action: 'remove-token', token: 'tok' },
      headers: expect.objectContaining({ authorization: 'Bearer tok' }) as object,
    }),
  );
  expect([readToken(), localStorage.length, sessionStorage.length]).toEqual([null, 0, 0]);
});
