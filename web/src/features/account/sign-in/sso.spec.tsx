import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { freshBrowser, renderApp } from '../../../test/render-app';
import { type Answered, type Asked, fakeServer, someone } from '../../../test/world';
import { keepFlow } from './stored-flow';

jest.setTimeout(60_000);
const signedIn = { ...someone(), token: 'tok', token_expires_at: '2099-01-01T00:00:00Z' };

/** The test's server: the test's own responses first, then those that every page needs. */
const world = (own: (asked: Asked) => Answered | undefined) =>
  fakeServer(
    (asked) =>
      own(asked) ??
      (asked.path !== '/api/users/profile/'
        ? {
            status: 200,
            body:
              asked.path === '/api/sign-in-methods/'
                ? { providers: [], sso: true }
                : { items: [], next_cursor: null },
          }
        : asked.headers.authorization === 'Bearer tok'
          ? { status: 200, body: someone() }
          : {
              status: 401,
              body: { status: 401, code: 'unauthenticated', description: 'Sign in first.' },
            }),
  );
const isBasic = ({ headers }: Asked) => headers.authorization?.startsWith('Basic') === true;
const heading = (name: string) =>
  screen.findByRole('heading', { level: 1, name }, { timeout: 15_000 });
const keepSso = (state: string | null) =>
  keepFlow({
    kind: 'sso',
    purpose: 'sign-in',
    state,
    email: 'ada@uni.example',
    remember: true,
    is_researcher: false,
  });
// A sign-in is finished once for each query string with which the browser returns, so each test
// uses its own.
let visit = 0;
const back = (query: string) => `/signin/sso?${query}&visit=${++visit}`;
beforeEach(() => freshBrowser());

describe('coming back from an organization', () => {
  const redeem = ({ path }: Asked): Answered | undefined =>
    path === '/api/saml/redeem/'
      ? { status: 200, body: { token: 'sso-token', token_issuer: 'ssoready' } }
      : undefined;

  test('its code is redeemed for a token, and that for the account, remembered as it was asked for', async () => {
    const asked = world(
      (one) =>
        redeem(one) ??
        (one.query.get('token_issuer') === 'ssoready'
          ? { status: 200, body: signedIn }
          : undefined),
    );
    keepSso('state-1');
    const app = renderApp(back('saml_access_code=code&state=state-1'));
    await waitFor(() => expect(app.at()).toBe('/home'));
    const taken = asked.find(({ query }) => query.get('token_issuer') === 'ssoready');
    expect(taken?.headers.authorization).toBe('Bearer sso-token');
    expect(taken?.query.get('remember')).toBe('true');
  });

  test('a state that this tab did not send is refused before the code is used: another person’s sign-in is not one’s own', async () => {
    const asked = world(redeem);
    keepSso('state-1');
    renderApp(back('saml_access_code=code&state=another'));
    await heading('The sign-in was not finished');
    expect(asked.filter(({ path }) => path === '/api/saml/redeem/')).toEqual([]);
  });

  test('an address that has an account asks for its password, and links with the organization’s token', async () => {
    const asked = world(
      (one) =>
        redeem(one) ??
        (one.query.get('token_issuer') === 'ssoready'
          ? {
              status: 409,
              body: {
                status: 409,
                code: 'identity_proof_needed',
                description: 'An account with this address exists already.',
              },
            }
          : undefined) ??
        (isBasic(one)
          ? { status: 200, body: signedIn }
          : one.path === '/api/identities/'
            ? { status: 200, body: someone() }
            : undefined),
    );
    keepSso('state-1');
    const app = renderApp(back('saml_access_code=code&state=state-1'));
    await heading('You have an account here already');
    await userEvent.type(screen.getByLabelText('Password'), 'Aa1!aaaa{Enter}');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({
        path: '/api/identities/',
        body: { provider: 'ssoready', token: 'sso-token' },
      }),
    );
  });

  test('a sign-on that failed over there says so', async () => {
    world(() => undefined);
    renderApp(back('error=issuer_refused'));
    await heading('The sign-in was not finished');
    expect(screen.getByText(/Your organization did not confirm who you are/)).toBeVisible();
  });

  test('an organization that did not ask anew is named as that, with what to do', async () => {
    world(() => undefined);
    renderApp(back('error=sign_in_not_fresh'));
    await heading('The sign-in was not finished');
    expect(screen.getByText(/did not ask you again who you are.*Sign out there/)).toBeVisible();
  });

  test('one that was begun without a state is not finished by a return without one', async () => {
    const asked = world(redeem);
    keepSso(null);
    renderApp(back('saml_access_code=code'));
    await heading('The sign-in was not finished');
    expect(asked.filter(({ path }) => path === '/api/saml/redeem/')).toEqual([]);
  });
});
