import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from '../../../lib/auth.store';
import { freshBrowser, renderApp } from '../../../test/render-app';
import { type Answered, type Asked, fakeServer, someone } from '../../../test/world';
import { keepFlow } from '../sign-in/stored-flow';

jest.setTimeout(60_000);
const first: Answered = {
  status: 403,
  body: {
    status: 403,
    code: 'sign_in_first',
    description: 'Sign in first.',
    providers: ['microsoft'],
  },
};
const made = someone({
  status: 'NEW',
  identities: [{ provider: 'microsoft', created_at: '2026-01-01T00:00:00Z' }],
});
const isActivation = ({ method, body }: Asked) =>
  method === 'PUT' && (body as { action?: string } | undefined)?.action === 'activate';
/** The account belongs to the token "tok"; no other activates it. */
const world = (own: (asked: Asked) => Answered | undefined = () => undefined) =>
  fakeServer((one) => {
    const found = own(one);
    if (found) return found;
    const signedIn = one.headers.authorization === 'Bearer tok';
    if (isActivation(one))
      return signedIn ? { status: 200, body: { ...made, status: 'ACTIVE' } } : first;
    if (one.path === '/api/users/profile/')
      return signedIn
        ? { status: 200, body: made }
        : {
            status: 401,
            body: { status: 401, code: 'unauthenticated', description: 'Sign in first.' },
          };
    if (one.path === '/api/oidc/microsoft/')
      return one.method === 'POST'
        ? { status: 503, body: { status: 503, code: 'issuer_unavailable', description: 'Away.' } }
        : {
            status: 200,
            body: {
              outcome: 'signed_in',
              user: { ...made, token: 'tok', token_expires_at: '2099-01-01T00:00:00Z' },
            },
          };
    return {
      status: 200,
      body: { items: [], next_cursor: null, providers: ['microsoft'], sso: false },
    };
  });
const heading = (name: string) =>
  screen.findByRole('heading', { level: 1, name }, { timeout: 15_000 });
const confirm = async () =>
  userEvent.click(
    await screen.findByRole('button', { name: 'Confirm my address' }, { timeout: 15_000 }),
  );
beforeEach(() => freshBrowser());

test.each([
  [false, 'You can now take part in studies.'],
  [true, 'Your account is ready for your research, and we can review your affiliation.'],
])('a researcher (%p) reads what comes next for them', async (is_researcher, words) => {
  world((one) =>
    isActivation(one) ? { status: 200, body: someone({ is_researcher }) } : undefined,
  );
  const app = renderApp('/verify?key=the-key');
  await confirm();
  await heading('Your email is verified');
  expect(screen.getByText(words)).toBeVisible();
  expect(app.at()).toBe('/verify');
});

test('two clicks confirm once, and a key that was used here a moment ago is no invalid one', async () => {
  const asked = world((one) =>
    isActivation(one)
      ? asked.filter(isActivation).length > 1
        ? { status: 400, body: { status: 400, code: 'invalid_key', description: 'No.' } }
        : { status: 200, body: made }
      : undefined,
  );
  renderApp('/verify?key=twice');
  await userEvent.dblClick(
    await screen.findByRole('button', { name: 'Confirm my address' }, { timeout: 15_000 }),
  );
  await heading('Your email is verified');
  expect(asked.filter(isActivation)).toHaveLength(1);
  cleanup();

  renderApp('/verify?key=twice');
  await confirm();
  await heading('Your email is verified');
  expect(asked.filter(isActivation)).toHaveLength(2);
});

test('an account that was made with Microsoft is confirmed by signing in with it: the key waits, and is used on the way back', async () => {
  const asked = world();
  renderApp('/verify?key=the-key');
  await confirm();
  await heading('Sign in to confirm your address');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with Microsoft' }));
  await waitFor(() =>
    expect(asked).toContainEqual(
      expect.objectContaining({ path: '/api/oidc/microsoft/', body: { purpose: 'sign-in' } }),
    ),
  );
  expect([
    sessionStorage.getItem('commonlab-verification'),
    useAuth.getState().redirectUrl,
  ]).toEqual(['the-key', '/verify']);
  cleanup();

  keepFlow({ kind: 'oidc', provider: 'microsoft', purpose: 'sign-in', flow_key: 'key' });
  const app = renderApp('/signin/callback?code=verify');
  await heading('Your email is verified');
  expect(app.at()).toBe('/verify');
  const activations = asked.filter(isActivation);
  expect(activations.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ action: 'activate', key: 'the-key' })),
  );
  expect(activations[1]?.headers.authorization).toBe('Bearer tok');
  await waitFor(() =>
    expect([
      sessionStorage.getItem('commonlab-verification'),
      useAuth.getState().redirectUrl,
    ]).toEqual([null, '/home']),
  );
});

test('whoever is signed in to another account is told so, and can sign in with the right one', async () => {
  world((one) =>
    one.path === '/api/users/profile/' && one.method === 'GET'
      ? { status: 200, body: someone({ first_name: 'Other' }) }
      : undefined,
  );
  useAuth.getState().signedIn('another', '2099-01-01T00:00:00Z');
  renderApp('/verify?key=the-key');
  await confirm();
  await heading('Sign in to confirm your address');
  expect(
    await screen.findByText('You are signed in to another account at the moment.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in with Microsoft' })).toBeEnabled();
});

test('a reload before the press still has the key, and asks again', async () => {
  const asked = world((one) => (isActivation(one) ? { status: 200, body: someone() } : undefined));
  const app = renderApp('/verify?key=the-key');
  await heading('Confirm your email address');
  await waitFor(() => expect(app.at()).toBe('/verify'));
  cleanup();
  renderApp('/verify');
  await confirm();
  await heading('Your email is verified');
  expect(asked.filter(isActivation).map(({ body }) => body)).toEqual([
    { action: 'activate', key: 'the-key' },
  ]);
  await waitFor(() => expect(sessionStorage.getItem('commonlab-verification')).toBeNull());
});

test('with somebody else signed in the page says who, and never speaks as if they were the one', async () => {
  const other = someone({
    _id: '0193a1b2-0000-7000-8000-00000000000f',
    email: 'other@example.org',
  });
  world((one) =>
    isActivation(one)
      ? { status: 200, body: someone({ email: 'new@example.org' }) }
      : one.path === '/api/users/profile/' && one.method === 'GET'
        ? { status: 200, body: other }
        : undefined,
  );
  useAuth.getState().signedIn('another', '2099-01-01T00:00:00Z');
  renderApp('/verify?key=the-key');
  expect(
    await screen.findByText('other@example.org is signed in here', {}, { timeout: 15_000 }),
  ).toBeVisible();
  await confirm();
  await heading('new@example.org is verified');
  expect(screen.getByText(/Another account is signed in here: other@example.org/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign out and sign in with it' })).toHaveAttribute(
    'href',
    '/logout?redirect=%2Fsignin',
  );
  expect(screen.queryByText('You can now take part in studies.')).not.toBeInTheDocument();
});
