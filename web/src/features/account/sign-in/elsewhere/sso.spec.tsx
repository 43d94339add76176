import { screen, waitFor } from '@testing-library/react';
import { readProfile } from '../../../../../../contracts/accounts/accounts';
import {
  linkIdentity,
  readSignInMethods,
} from '../../../../../../contracts/authentication/identities';
import { redeemSamlCode } from '../../../../../../contracts/authentication/saml';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import {
  emptyServerRoutes,
  profileRoute,
  signedInUser,
  aUser,
} from '../../../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../../../test/fake-server';
import { fillAndEnter } from '../../../../test/user';
import { storeSignInFlow } from './stored-flow';

/** A fake server with the test's own routes first, followed by those that every page needs. */
const world = (...own: FakeRoute[]) =>
  fakeServer(
    own,
    on(readSignInMethods).answer({ status: 200, body: { providers: [], sso: true } }),
    profileRoute(aUser()),
    emptyServerRoutes,
  );
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const keepSso = (state: string | null) =>
  storeSignInFlow({
    kind: 'sso',
    purpose: 'sign-in',
    state,
    email: 'ada@uni.example',
    remember: true,
    is_researcher: false,
  });
// The page finishes a sign-in only once for each query string, so each test uses a new one.
const requestId = '0b0f6f0e-2a53-4b0e-9d3c-6a4f0c1d2e3f';
let visit = 0;
const back = (query: string) => `/signin/sso?${query}&visit=${++visit}`;
beforeEach(() => freshBrowser());

describe('the return from an organization’s sign-in', () => {
  const redeem = on(redeemSamlCode).answer({
    status: 200,
    body: { token: 'sso-token', token_issuer: 'ssoready' },
  });

  test('exchanges its code for a token and the token for the account, with the chosen duration', async () => {
    const asked = world(
      redeem,
      on(readProfile).answer(({ query }) =>
        query.token_issuer === 'ssoready' ? { status: 200, body: signedInUser() } : undefined,
      ),
    );
    keepSso('state-1');
    const app = renderPage(back('saml_access_code=code&state=state-1'));
    await waitFor(() => expect(app.at()).toBe('/home'));
    const taken = asked.find(({ query }) => query.get('token_issuer') === 'ssoready');
    expect(taken?.headers.authorization).toBe('Bearer sso-token');
    expect(taken?.query.get('remember')).toBe('true');
  });

  test('refuses a state that this tab did not send, before the code is used', async () => {
    const asked = world(redeem);
    keepSso('state-1');
    renderPage(back('saml_access_code=code&state=another'));
    await heading('The sign-in was not finished');
    expect(asked.filter(({ path }) => path === '/api/saml/redeem/')).toEqual([]);
  });

  test('asks for the password of an existing account, and links it with the organization’s token', async () => {
    const asked = world(
      redeem,
      on(readProfile).answer(({ query, basic }) => {
        if (query.token_issuer === 'ssoready') return refusal('identity_proof_needed');
        return basic ? { status: 200, body: signedInUser() } : undefined;
      }),
      on(linkIdentity).answer({ status: 200, body: aUser() }),
    );
    keepSso('state-1');
    const app = renderPage(back('saml_access_code=code&state=state-1'));
    await heading('You have an account here already');
    await fillAndEnter(screen.getByLabelText('Password'), 'Aa1!aaaa');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({
        path: '/api/identities/',
        body: { provider: 'ssoready', token: 'sso-token' },
      }),
    );
  });

  test('reports a sign-in that failed at the organization', async () => {
    world();
    renderPage(back(`error=issuer_refused&request_id=${requestId}`));
    await heading('The sign-in was not finished');
    expect(screen.getByText(/Your organization's answer could not be accepted/)).toBeVisible();
    expect(screen.getByText(`Request ${requestId}`)).toBeVisible();
  });

  test('reports that the organization sends too little about the person, with an id to quote', async () => {
    world();
    renderPage(back(`error=issuer_refused&about=person&request_id=${requestId}`));
    await heading('The sign-in was not finished');
    expect(screen.getByText(/what it says about you is not enough/)).toBeVisible();
    expect(screen.getByText(`Request ${requestId}`)).toBeVisible();
  });

  test.each([
    ['&about=start', /start here, not at your organization's portal/],
    ['', /not begun in this tab/],
  ])(
    'reports a sign-in that was not begun in this tab%s, with advice and an id to quote',
    async (about, words) => {
      world();
      renderPage(back(`error=invalid_flow${about}&request_id=${requestId}`));
      await heading('The sign-in was not finished');
      expect(screen.getByText(words)).toBeVisible();
      expect(screen.getByText(`Request ${requestId}`)).toBeVisible();
    },
  );

  test('does not show arbitrary words from the address in place of an id', async () => {
    world();
    renderPage(back('error=issuer_refused&request_id=Call+0900+123'));
    await heading('The sign-in was not finished');
    expect(screen.queryByText(/Call 0900/)).toBeNull();
  });

  test('reports that the organization did not authenticate the person again, with advice', async () => {
    world();
    renderPage(back('error=sign_in_not_fresh'));
    await heading('The sign-in was not finished');
    expect(screen.getByText(/did not ask you again who you are.*Sign out there/)).toBeVisible();
  });

  test('is refused if the sign-in was begun without a state, and the address has none either', async () => {
    const asked = world(redeem);
    keepSso(null);
    renderPage(back('saml_access_code=code'));
    await heading('The sign-in was not finished');
    expect(asked.filter(({ path }) => path === '/api/saml/redeem/')).toEqual([]);
  });
});
