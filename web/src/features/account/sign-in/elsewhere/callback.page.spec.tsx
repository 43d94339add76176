import { cleanup, screen, waitFor } from '@testing-library/react';
import { finishOidc, linkIdentity } from '../../../../../../contracts/authentication/identities';
import { useAuth } from '../../../../lib/auth/auth.store';
import { readToken } from '../../../../lib/http/token';
import { distantFuture, signedInUser, aUser } from '../../../../test/common-answers';
import { on, refusal } from '../../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import {
  findMainHeading,
  secondFactorProven,
  secondFactorRequired,
  signInServer,
  answerToPassword,
} from '../../../../test/sign-in-server';
import { fill, fillAndEnter, user } from '../../../../test/user';
import { storeSignInFlow } from './stored-flow';

const keepOidc = (purpose: 'sign-in' | 'link' = 'sign-in') =>
  storeSignInFlow({ kind: 'oidc', provider: 'google', purpose, flow_key: 'key' });
/** The server's answer if an account with the email address of the identity exists already. */
const proofNeeded = on(finishOidc).answer({
  status: 200,
  body: {
    outcome: 'proof_needed',
    provider: 'google',
    email: 'ada@example.org',
    link_token: 'link',
    expires_at: distantFuture,
  },
});
// The page finishes a sign-in only once for each query string, so each test uses a new one.
let visit = 0;
const back = (query: string) => `/signin/callback?${query}&visit=${++visit}`;
beforeEach(() => freshBrowser());

describe('the return from a sign-in provider', () => {
  test('is refused without asking the server when the sign-in was not begun in this tab', async () => {
    const asked = signInServer();
    const app = renderPage(back('code=x&state=y'));
    await findMainHeading('The sign-in was not finished');
    expect(screen.getByText(/not begun in this tab/)).toBeVisible();
    expect(asked.filter(({ path }) => path.startsWith('/api/oidc/'))).toEqual([]);
    await waitFor(() => expect(app.at()).toBe('/signin/callback'));
  });

  test('opens the page that was requested first, and removes the code from the address bar', async () => {
    const asked = signInServer(
      on(finishOidc).answer({ status: 200, body: { outcome: 'signed_in', user: signedInUser() } }),
    );
    keepOidc();
    useAuth.getState().keepRedirect('/history/participation?from=mail');
    const app = renderPage(back('code=x&state=y'));
    await findMainHeading('History');
    await waitFor(() => expect(app.at()).toBe('/history/participation?from=mail'));
    expect(readToken()).toBe('tok');
    expect(asked.filter(({ path }) => path === '/api/oidc/google/')).toEqual([
      expect.objectContaining({
        body: { flow_key: 'key', query: expect.stringContaining('code=x&state=y') as string },
      }),
    ]);
    expect(sessionStorage.getItem('commonlab-oidc')).toBeNull();
  });

  test('asks once for the password of an existing account, and then links the identity to the account', async () => {
    const asked = signInServer(
      proofNeeded,
      answerToPassword({ status: 200, body: signedInUser() }),
      on(linkIdentity).answer({
        status: 200,
        body: aUser({
          identities: [{ provider: 'google', created_at: '2026-01-01T00:00:00Z' }],
        }),
      }),
    );
    keepOidc();
    const app = renderPage(back('code=x'));
    await findMainHeading('You have an account here already');
    expect(
      screen.getByText(
        'You have an account with this address. Sign in with your password once, then both work: your password and Google.',
      ),
    ).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
    await fill(screen.getByLabelText('Password'), 'Aa1!aaaa');
    await user.click(screen.getByRole('button', { name: 'Sign in and link' }));
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

  test('asks for the second factor', async () => {
    const asked = signInServer(on(finishOidc).answer(secondFactorRequired()), secondFactorProven);
    keepOidc();
    const app = renderPage(back('code=x'));
    await findMainHeading('Confirm that it is you');
    await fillAndEnter(screen.getByLabelText('Code from your app'), '123 456');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({
        path: '/api/second-factor/prove/',
        body: { challenge: 'c', code: '123456' },
      }),
    );
  });

  test('stays at the second factor after a reload', async () => {
    signInServer(on(finishOidc).answer(secondFactorRequired()), secondFactorProven);
    keepOidc();
    const address = back('code=x');
    renderPage(address);
    await findMainHeading('Confirm that it is you');
    cleanup();
    const app = renderPage('/signin/callback');
    await findMainHeading('Confirm that it is you');
    await fillAndEnter(screen.getByLabelText('Code from your app'), '123456');
    await waitFor(() => expect(app.at()).toBe('/home'));
  });

  test('still links the account when the page was reloaded at the second factor', async () => {
    const asked = signInServer(
      proofNeeded,
      answerToPassword(secondFactorRequired()),
      secondFactorProven,
      on(linkIdentity).answer({ status: 200, body: aUser() }),
    );
    keepOidc();
    renderPage(back('code=x'));
    await fillAndEnter(await screen.findByLabelText('Password'), 'Aa1!aaaa');
    await findMainHeading('Confirm that it is you');
    cleanup();
    const app = renderPage('/signin/callback');
    await findMainHeading('Confirm that it is you');
    await fillAndEnter(screen.getByLabelText('Code from your app'), '123456');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({
        path: '/api/identities/',
        body: { provider: 'google', token: 'link' },
      }),
    );
  });

  test('leads back to the sign-in methods after linking an identity', async () => {
    signInServer(
      on(finishOidc).answer({ status: 200, body: { outcome: 'linked', user: aUser() } }),
    );
    useAuth.getState().signedIn('tok', distantFuture);
    keepOidc('link');
    const app = renderPage(back('code=x'));
    await findMainHeading('Account settings');
    await waitFor(() => expect(app.at()).toBe('/profile/#sign-in-methods'));
    expect(screen.getByText('Linked. From now on you can also sign in with: Google')).toBeVisible();
  });

  test('shows the server’s reason for a refusal, with a link back', async () => {
    signInServer(
      on(finishOidc).answer(
        refusal('identity_unknown', {
          description: 'No account is linked to this identity yet.',
        }),
      ),
    );
    keepOidc();
    renderPage(back('code=x'));
    await findMainHeading('The sign-in was not finished');
    expect(screen.getByText('No account is linked to this identity yet.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute(
      'href',
      '/signin',
    );
  });
});
