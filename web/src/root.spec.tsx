import { cleanup, screen, waitFor } from '@testing-library/react';
import { changeProfile, readProfile } from '../../contracts/accounts/accounts';
import { useAuth } from './lib/auth/auth.store';
import { queryClient } from './lib/query-client';
import { readToken } from './lib/http/token';
import { useUi } from './lib/ui.store';
import { profileQuery } from './lib/auth/user';
import { freshBrowser, renderApp } from './test/render-app';
import { fill, user } from './test/user';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  signedInUser,
  aUser,
} from './test/common-answers';
import { fakeServer, on, refusal } from './test/fake-server';

/** A server with one account: it accepts the account's password, and the token "tok". */
const profile = () =>
  fakeServer(
    on(changeProfile).answer({ status: 204 }),
    on(readProfile).answer(({ basic, headers }) => {
      if (!basic) return undefined;
      return headers.authorization === `Basic ${btoa('ada@example.org:Aa1!aaaa')}`
        ? { status: 200, body: signedInUser() }
        : refusal('invalid_credentials', { description: 'Email or password is wrong.' });
    }),
    profileRoute(aUser()),
    emptyServerRoutes,
  );
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const signIn = async (password: string) => {
  await user.clear(screen.getByLabelText('Email'));
  await fill(screen.getByLabelText('Email'), 'Ada@example.org');
  await user.clear(screen.getByLabelText('Password'));
  await fill(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};
beforeEach(() => freshBrowser());

test('a protected page first leads to the sign-in, and opens after it', async () => {
  profile();
  const app = renderApp('/profile/?from=mail#delete');
  await heading('Sign in');
  expect(useAuth.getState().redirectUrl).toBe('/profile/?from=mail#delete');

  await signIn('wrong');
  expect(await screen.findByText('Email or password is wrong.')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('Ada@example.org');
  expect(readToken()).toBeNull();

  await signIn('Aa1!aaaa');
  await heading('Account settings');
  await waitFor(() => expect(app.at()).toBe('/profile/?from=mail#delete'));
  expect(readToken()).toBe('tok');
  await waitFor(() => expect(useAuth.getState().redirectUrl).toBe('/home'));
});

test.each(['/home', '/profile', '/history/participation'])(
  '[7.4.4] signing out is in the user menu at the top of %s',
  async (path) => {
    profile();
    useAuth.getState().signedIn('tok', distantFuture);
    renderApp(path);
    await user.click(await screen.findByRole('button', { name: /Hello, / }));
    expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toHaveAttribute(
      'href',
      '/logout',
    );
  },
);

test('a person without the right to a page sees "not found"', async () => {
  profile();
  useAuth.getState().signedIn('tok', distantFuture);
  renderApp('/reviews');
  await heading('This page does not exist');
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
});

describe.each([
  ['a participant', {}, '/home'],
  ['a researcher', { is_researcher: true, researcher_privilege: true }, '/experiments'],
])('%s who is signed in', (_, of, home) => {
  test.each(['/', '/signin', '/signup', '/reset-password'])(
    'is led from the visitors’ page %s to their own first page',
    async (path) => {
      fakeServer(profileRoute(aUser(of)), emptyServerRoutes);
      useAuth.getState().signedIn('tok', distantFuture);
      const app = renderApp(path);
      await waitFor(() => expect(app.at()).toBe(home));
    },
  );
});

test('the sign-in ends if the profile cannot be read', async () => {
  fakeServer(on(readProfile).answer(refusal('account_disabled')), emptyServerRoutes);
  useAuth.getState().signedIn('tok', distantFuture);
  renderApp('/profile/');
  await heading('Sign in');
  expect(readToken()).toBeNull();
  expect(await screen.findByText('Failed to retrieve user profile')).toBeVisible();
});

test('a spinner is shown until the profile is loaded', async () => {
  let answer: (() => void) | undefined;
  profile();
  const real = globalThis.fetch;
  globalThis.fetch = async (...asked: Parameters<typeof fetch>) => {
    if ((asked[0] as string).includes('/api/users/profile/') && !answer)
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    return real(...asked);
  };
  useAuth.getState().signedIn('tok', distantFuture);
  renderApp('/profile/');
  await waitFor(() => expect(useUi.getState().spinner).toBe(true));
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  await waitFor(() => expect(answer).toBeDefined());
  answer?.();
  await heading('Account settings');
  expect(useUi.getState().spinner).toBe(false);
});

test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
  'a stored address on another site (%s) is not opened after the sign-in',
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

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
])(
  'signing out tells the server and leads only to places on this site, not to %s',
  async (redirect) => {
    const asked = profile();
    useAuth.getState().signedIn('tok', distantFuture);
    const app = renderApp(`/logout?redirect=${encodeURIComponent(redirect)}`);
    await heading('Half an hour of yours can settle a question');
    await waitFor(() => expect(app.at()).toBe('/'));
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

test('a person who signs in before their account is deleted reads that the deletion is cancelled', async () => {
  profile();
  useAuth.getState().signedIn('tok', distantFuture);
  queryClient.setQueryData(profileQuery().queryKey, { ...aUser(), deletion_cancelled: true });
  renderApp('/pricing');
  expect(
    await screen.findByText('Welcome back. Your account stays: its deletion is cancelled.'),
  ).toBeVisible();
  expect(queryClient.getQueryData(profileQuery().queryKey)).not.toHaveProperty(
    'deletion_cancelled',
  );
});

test('the cookie notice is shown on every page except the start page, until the visitor accepts it', async () => {
  profile();
  const notice = () => screen.queryByRole('region', { name: 'Cookie notice' });
  renderApp('/');
  await heading('Half an hour of yours can settle a question');
  expect(notice()).not.toBeInTheDocument();
  cleanup();
  renderApp('/pricing');
  await heading('Pricing');
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(notice()).not.toBeInTheDocument();
  cleanup();
  renderApp('/pricing');
  await heading('Pricing');
  expect(notice()).not.toBeInTheDocument();
});

test('leaving the site from the cookie notice shows a goodbye, ends the sign-in and clears the browser’s storage', async () => {
  const asked = profile();
  useAuth.getState().signedIn('tok', distantFuture);
  useAuth.getState().keepRedirect('/profile/');
  localStorage.setItem('kept', '1');
  sessionStorage.setItem('kept', '1');
  renderApp('/pricing');
  await heading('Pricing');
  await user.click(screen.getByRole('button', { name: 'Leave website' }));
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
