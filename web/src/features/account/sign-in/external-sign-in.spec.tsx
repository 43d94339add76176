import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from '../../../lib/auth.store';
import { readToken } from '../../../lib/http/token';
import { freshBrowser, renderApp } from '../../../test/render-app';
import { type Answered, type Asked, fakeServer, someone } from '../../../test/world';
import { keepFlow } from './stored-flow';

jest.setTimeout(60_000);
const signedIn = { ...someone(), token: 'tok', token_expires_at: '2099-01-01T00:00:00Z' };
const challenge = {
  token: 'c',
  methods: ['totp', 'passkey', 'recovery_code'],
  expires_at: '2099-01-01T00:00:00Z',
};
const secondFactor: Answered = {
  status: 401,
  body: {
    status: 401,
    code: 'second_factor_required',
    description: 'Confirm the sign-in with your second factor.',
    challenge,
  },
};

/** The test's server: the test's own responses first, then those that every page needs. */
const world = (own: (asked: Asked) => Answered | undefined) =>
  fakeServer((asked) => {
    const found = own(asked);
    if (found) return found;
    if (asked.path === '/api/users/profile/')
      return asked.headers.authorization === 'Bearer tok'
        ? { status: 200, body: someone() }
        : {
            status: 401,
            body: { status: 401, code: 'unauthenticated', description: 'Sign in first.' },
          };
    if (asked.path === '/api/sign-in-methods/')
      return { status: 200, body: { providers: ['google', 'microsoft', 'orcid'], sso: true } };
    if (asked.path === '/api/security/')
      return {
        status: 200,
        body: {
          password: true,
          totp: false,
          passkeys: [],
          recovery_codes_left: 0,
          second_factor_missing: false,
          signed_in_at: '2026-01-01T00:00:00Z',
        },
      };
    return { status: 200, body: { items: [], next_cursor: null } };
  });
const isBasic = ({ headers }: Asked) => headers.authorization?.startsWith('Basic') === true;
const heading = (name: string) =>
  screen.findByRole('heading', { level: 1, name }, { timeout: 15_000 });
const keepOidc = (purpose: 'sign-in' | 'link' = 'sign-in') =>
  keepFlow({ kind: 'oidc', provider: 'google', purpose, flow_key: 'key' });
// A sign-in is finished once for each query string with which the browser returns, so each test
// uses its own.
let visit = 0;
const back = (page: 'callback', query: string) => `/signin/${page}?${query}&visit=${++visit}`;
beforeEach(() => freshBrowser());

describe('coming back from a provider', () => {
  test('what was not begun in this tab is refused, and the server is not even asked', async () => {
    const asked = world(() => undefined);
    const app = renderApp(back('callback', 'code=x&state=y'));
    await heading('The sign-in was not finished');
    expect(screen.getByText(/not begun in this tab/)).toBeVisible();
    expect(asked.filter(({ path }) => path.startsWith('/api/oidc/'))).toEqual([]);
    expect(app.at()).toBe('/signin/callback');
  });

  test('a finished sign-in goes to the page that was asked for first, and its code leaves the address bar', async () => {
    const asked = world(({ path, method }) =>
      path === '/api/oidc/google/' && method === 'PUT'
        ? { status: 200, body: { outcome: 'signed_in', user: signedIn } }
        : undefined,
    );
    keepOidc();
    useAuth.getState().keepRedirect('/history/participation?from=mail');
    const app = renderApp(back('callback', 'code=x&state=y'));
    await heading('History');
    expect(app.at()).toBe('/history/participation?from=mail');
    expect(readToken()).toBe('tok');
    expect(asked.filter(({ path }) => path === '/api/oidc/google/')).toEqual([
      expect.objectContaining({
        body: { flow_key: 'key', query: expect.stringContaining('code=x&state=y') as string },
      }),
    ]);
    expect(sessionStorage.getItem('commonlab-oidc')).toBeNull();
  });

  test('an address that has an account asks for its password once, then links', async () => {
    const asked = world((one) => {
      if (one.path === '/api/oidc/google/')
        return {
          status: 200,
          body: {
            outcome: 'proof_needed',
            provider: 'google',
            email: 'ada@example.org',
            link_token: 'link',
            expires_at: '2099-01-01T00:00:00Z',
          },
        };
      if (isBasic(one)) return { status: 200, body: signedIn };
      return one.path === '/api/identities/'
        ? {
            status: 200,
            body: someone({
              identities: [{ provider: 'google', created_at: '2026-01-01T00:00:00Z' }],
            }),
          }
        : undefined;
    });
    keepOidc();
    const app = renderApp(back('callback', 'code=x'));
    await heading('You have an account here already');
    expect(
      screen.getByText(
        'You have an account with this address. Sign in with your password once, then both work: your password and Google.',
      ),
    ).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'Aa1!aaaa');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in and link' }));
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({
        method: 'PUT',
        path: '/api/identities/',
        body: { provider: 'google', token: 'link' },
        headers: expect.objectContaining({ authorization: 'Bearer tok' }) as object,
      }),
    );
  });

  test('a second factor is asked for there too', async () => {
    const asked = world(({ path }) =>
      path === '/api/oidc/google/'
        ? secondFactor
        : path === '/api/second-factor/prove/'
          ? { status: 200, body: signedIn }
          : undefined,
    );
    keepOidc();
    const app = renderApp(back('callback', 'code=x'));
    await heading('Confirm that it is you');
    await userEvent.type(screen.getByLabelText('Code from your app'), '123 456{Enter}');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({
        path: '/api/second-factor/prove/',
        body: { challenge: 'c', code: '123456' },
      }),
    );
  });

  test('a page that is loaded again stays at the second factor', async () => {
    world(({ path }) =>
      path === '/api/oidc/google/'
        ? secondFactor
        : path === '/api/second-factor/prove/'
          ? { status: 200, body: signedIn }
          : undefined,
    );
    keepOidc();
    const address = back('callback', 'code=x');
    renderApp(address);
    await heading('Confirm that it is you');
    cleanup();
    const app = renderApp('/signin/callback');
    await heading('Confirm that it is you');
    await userEvent.type(screen.getByLabelText('Code from your app'), '123456{Enter}');
    await waitFor(() => expect(app.at()).toBe('/home'));
  });

  test('and one that was about to link still links', async () => {
    const asked = world((one) => {
      if (one.path === '/api/oidc/google/')
        return {
          status: 200,
          body: {
            outcome: 'proof_needed',
            provider: 'google',
            email: 'ada@example.org',
            link_token: 'link',
            expires_at: '2099-01-01T00:00:00Z',
          },
        };
      if (isBasic(one)) return secondFactor;
      return one.path === '/api/second-factor/prove/'
        ? { status: 200, body: signedIn }
        : one.path === '/api/identities/'
          ? { status: 200, body: someone() }
          : undefined;
    });
    keepOidc();
    renderApp(back('callback', 'code=x'));
    await userEvent.type(
      await screen.findByLabelText('Password', {}, { timeout: 15_000 }),
      'Aa1!aaaa{Enter}',
    );
    await heading('Confirm that it is you');
    cleanup();
    const app = renderApp('/signin/callback');
    await heading('Confirm that it is you');
    await userEvent.type(screen.getByLabelText('Code from your app'), '123456{Enter}');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({
        path: '/api/identities/',
        body: { provider: 'google', token: 'link' },
      }),
    );
  });

  test('a linked identity leads back to the sign-in methods', async () => {
    world(({ path }) =>
      path === '/api/oidc/google/'
        ? { status: 200, body: { outcome: 'linked', user: someone() } }
        : undefined,
    );
    useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
    keepOidc('link');
    const app = renderApp(back('callback', 'code=x'));
    await heading('Account settings');
    expect(app.at()).toBe('/profile/#sign-in-methods');
    expect(screen.getByText('Linked. From now on you can also sign in with: Google')).toBeVisible();
  });

  test('a refusal is said in the server’s words, with a way back', async () => {
    world(({ path }) =>
      path === '/api/oidc/google/'
        ? {
            status: 403,
            body: {
              status: 403,
              code: 'identity_unknown',
              description: 'No account is linked to this identity yet.',
            },
          }
        : undefined,
    );
    keepOidc();
    renderApp(back('callback', 'code=x'));
    await heading('The sign-in was not finished');
    expect(screen.getByText('No account is linked to this identity yet.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute(
      'href',
      '/signin',
    );
  });
});

describe('the sign-in page', () => {
  const signIn = async () => {
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'Aa1!aaaa{Enter}');
  };

  test('offers what the server is set up for, and nothing else', async () => {
    world(({ path }) =>
      path === '/api/sign-in-methods/'
        ? { status: 200, body: { providers: ['orcid'], sso: false } }
        : undefined,
    );
    renderApp('/signin');
    expect(
      await screen.findByRole('button', { name: 'Continue with ORCID' }, { timeout: 15_000 }),
    ).toBeVisible();
    expect(
      screen.queryByRole('button', { name: /Google|Microsoft|organization/ }),
    ).not.toBeInTheDocument();
  });

  test('the Microsoft label is English in every language', async () => {
    await freshBrowser('de');
    world(() => undefined);
    renderApp('/signin');
    const label = await screen.findByText('Continue with Microsoft', {}, { timeout: 15_000 });
    expect(label).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('button', { name: 'Weiter mit Google' })).toBeVisible();
  });

  test('asks for the address before it looks for its organization, and says when there is none', async () => {
    const asked = world(({ path }) =>
      path === '/api/saml/redirect_url/'
        ? {
            status: 404,
            body: {
              status: 404,
              code: 'no_sso_for_domain',
              description:
                'No organization with this email domain is set up for single sign-on here.',
            },
          }
        : undefined,
    );
    renderApp('/signin');
    await userEvent.click(
      await screen.findByRole(
        'button',
        { name: 'Sign in with your organization' },
        { timeout: 15_000 },
      ),
    );
    expect(await screen.findByText('Fill this in')).toBeVisible();
    expect(asked.filter(({ path }) => path === '/api/saml/redirect_url/')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Email'), 'ada@uni.example');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with your organization' }));
    expect(await screen.findByText(/No organization with this email domain/)).toBeVisible();
    expect(
      asked.find(({ path }) => path === '/api/saml/redirect_url/')?.query.get('user_email'),
    ).toBe('ada@uni.example');
  });

  test('asks for the second factor, says when a code is wrong, and takes a recovery code', async () => {
    const asked = world((one) => {
      if (isBasic(one)) return secondFactor;
      if (one.path !== '/api/second-factor/prove/') return undefined;
      return JSON.stringify(one.body).includes('recovery_code')
        ? { status: 200, body: signedIn }
        : { status: 400, body: { status: 400, code: 'invalid_code', description: 'x' } };
    });
    const app = renderApp('/signin');
    await signIn();
    await heading('Confirm that it is you');
    const code = screen.getByLabelText('Code from your app');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(readToken()).toBeNull();
    await userEvent.type(code, '000000{Enter}');
    expect(await screen.findByText('This code is wrong, or was used before.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    await userEvent.type(screen.getByLabelText('Recovery code'), 'k3fq-7h2m{Enter}');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({ body: { challenge: 'c', recovery_code: 'k3fq-7h2m' } }),
    );
  });

  test('stays at the second step when the page is loaded again, and keeps no password', async () => {
    const asked = world((one) =>
      isBasic(one)
        ? secondFactor
        : one.path === '/api/second-factor/prove/'
          ? { status: 200, body: signedIn }
          : undefined,
    );
    renderApp('/signin');
    await signIn();
    await heading('Confirm that it is you');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Aa1!aaaa');
    cleanup();
    const app = renderApp('/signin');
    await heading('Confirm that it is you');
    await userEvent.type(screen.getByLabelText('Code from your app'), '123456{Enter}');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked.filter(isBasic)).toHaveLength(1);
    expect(sessionStorage.getItem('commonlab-second-step')).toBeNull();
  });

  test('begins again when it is loaded after the step is over, or after another account was chosen', async () => {
    world((one) =>
      isBasic(one)
        ? {
            ...secondFactor,
            body: {
              ...(secondFactor.body as object),
              challenge: { ...challenge, expires_at: '2020-01-01T00:00:00Z' },
            },
          }
        : undefined,
    );
    renderApp('/signin');
    await signIn();
    await heading('Confirm that it is you');
    cleanup();
    renderApp('/signin');
    await heading('Sign in');
    cleanup();
    world((one) => (isBasic(one) ? secondFactor : undefined));
    renderApp('/signin');
    await signIn();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Sign in to another account' }),
    );
    await heading('Sign in');
    cleanup();
    renderApp('/signin');
    await heading('Sign in');
  });

  test('a second step that took too long begins again', async () => {
    world((one) =>
      isBasic(one)
        ? secondFactor
        : one.path === '/api/second-factor/prove/'
          ? {
              status: 400,
              body: {
                status: 400,
                code: 'invalid_challenge',
                description: 'This sign-in took too long.',
              },
            }
          : undefined,
    );
    renderApp('/signin');
    await signIn();
    await userEvent.type(await screen.findByLabelText('Code from your app'), '123456{Enter}');
    await heading('Sign in again');
    await userEvent.click(screen.getByRole('button', { name: 'Back to sign in' }));
    await heading('Sign in');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  test('what is no refusal is "Unexpected error occurred. Please try again later"', async () => {
    world((one) =>
      isBasic(one)
        ? {
            status: 500,
            body: { status: 500, code: 'internal', description: 'A line from deep inside.' },
          }
        : undefined,
    );
    renderApp('/signin');
    await signIn();
    expect(
      await screen.findByText('Unexpected error occurred. Please try again later'),
    ).toBeVisible();
    expect(screen.queryByText(/deep inside/)).not.toBeInTheDocument();
  });
});
