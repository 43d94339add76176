import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { readSignInMethods } from '../../../../../contracts/authentication/identities';
import { readSamlRedirectUrl } from '../../../../../contracts/authentication/saml';
import { proveSecondFactor } from '../../../../../contracts/authentication/second-factor';
import { useAuth } from '../../../lib/auth/auth.store';
import { readToken, removeToken } from '../../../lib/http/token';
import { distantFuture, signedInUser } from '../../../test/common-answers';
import { on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import {
  findMainHeading,
  hasBasicAuth,
  secondFactorProven,
  secondFactorRequired,
  signInServer,
  answerToPassword,
} from '../../../test/sign-in-server';
import { fill, fillAndEnter, user } from '../../../test/user';

beforeEach(() => freshBrowser());

describe('the sign-in page', () => {
  const signIn = async () => {
    await fill(await screen.findByLabelText('Email'), 'ada@example.org');
    await fillAndEnter(screen.getByLabelText('Password'), 'Aa1!aaaa');
  };

  test('says why the person was signed out, until the next sign-in or sign-out', async () => {
    signInServer();
    useAuth.getState().signedIn('of nobody', distantFuture);
    const app = renderPage('/history/participation');
    expect(await screen.findByText(/^Your profile could not be loaded, so you are/)).toBeVisible();
    expect([app.at(), useAuth.getState().redirectUrl]).toEqual([
      '/signin',
      '/history/participation',
    ]);
    expect(screen.queryByText('Good to see you again.')).toBeNull();
    cleanup();
    renderPage('/signin');
    expect(await screen.findByText(/^Your profile could not be loaded/)).toBeVisible();
    act(() => useAuth.getState().signedOut());
    expect(await screen.findByText('Good to see you again.')).toBeVisible();
  });

  test('says why the person was signed out also when the sign-in ended elsewhere or expired', async () => {
    signInServer();
    useAuth.getState().signedIn('tok', distantFuture);
    removeToken();
    useAuth.getState().sync();
    renderPage('/signin');
    expect(await screen.findByText(/^You are signed out: your sign-in was ended/)).toBeVisible();
  });

  test('offers the configured sign-in methods only', async () => {
    signInServer(
      on(readSignInMethods).answer({ status: 200, body: { providers: ['orcid'], sso: false } }),
    );
    renderPage('/signin');
    expect(await screen.findByRole('button', { name: 'Continue with ORCID' })).toBeVisible();
    expect(
      screen.queryByRole('button', { name: /Google|Microsoft|organization/ }),
    ).not.toBeInTheDocument();
  });

  test('[6.2.6] [6.2.7] hides a password by default, accepts a pasted one, and supports password managers', async () => {
    signInServer();
    renderPage('/signin');
    const field = await screen.findByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
    await user.click(field);
    await user.paste('Correct-Horse-1 of a manager');
    expect(field).toHaveValue('Correct-Horse-1 of a manager');
    await user.click(screen.getByRole('button', { name: 'Show or hide the password' }));
    expect(field).toHaveAttribute('type', 'text');
  });

  test('shows the Microsoft label in English in every language', async () => {
    await freshBrowser('de');
    signInServer();
    renderPage('/signin');
    const label = await screen.findByText('Continue with Microsoft');
    expect(label).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('button', { name: 'Weiter mit Google' })).toBeVisible();
  });

  test('says what the account owner can do after too many attempts', async () => {
    signInServer(
      answerToPassword(
        refusal('too_many_requests', {
          description: 'Too many attempts. Try again later.',
          headers: { 'retry-after': '1800' },
        }),
      ),
    );
    renderPage('/signin');
    await signIn();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Too many attempts. Try again later.');
    expect(notice).toHaveTextContent('a browser or on a network where you signed in before');
    expect(notice).toHaveTextContent('choose a new password with a code from your email');
    expect(screen.getByRole('link', { name: 'Forgotten your password?' })).toBeVisible();
  });

  test('requires the address before it searches for the organization, and reports when there is none', async () => {
    const asked = signInServer(
      on(readSamlRedirectUrl).answer(
        refusal('no_sso_for_domain', {
          description: 'No organization with this email domain is set up for single sign-on here.',
        }),
      ),
    );
    renderPage('/signin');
    await user.click(await screen.findByRole('button', { name: 'Sign in with your organization' }));
    expect(await screen.findByText('Fill this in')).toBeVisible();
    expect(asked.filter(({ path }) => path === '/api/saml/redirect_url/')).toEqual([]);
    await fill(screen.getByLabelText('Email'), 'ada@uni.example');
    await user.click(screen.getByRole('button', { name: 'Sign in with your organization' }));
    expect(await screen.findByText(/No organization with this email domain/)).toBeVisible();
    expect(
      asked.find(({ path }) => path === '/api/saml/redirect_url/')?.query.get('user_email'),
    ).toBe('ada@uni.example');
  });

  test('asks for the second factor, reports a wrong code, and accepts a recovery code', async () => {
    const asked = signInServer(
      answerToPassword(secondFactorRequired()),
      on(proveSecondFactor).answer(({ body }) =>
        'recovery_code' in body ? { status: 200, body: signedInUser() } : refusal('invalid_code'),
      ),
    );
    const app = renderPage('/signin');
    await signIn();
    await findMainHeading('Confirm that it is you');
    const code = screen.getByLabelText('Code from your app');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(readToken()).toBeNull();
    await fillAndEnter(code, '000000');
    expect(await screen.findByText('This code is wrong, or was used before.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    await fillAndEnter(screen.getByLabelText('Recovery code'), 'k3fq-7h2m');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked).toContainEqual(
      expect.objectContaining({ body: { challenge: 'c', recovery_code: 'k3fq-7h2m' } }),
    );
  });

  test('stays at the second step after a reload, and stores no password', async () => {
    const asked = signInServer(answerToPassword(secondFactorRequired()), secondFactorProven);
    renderPage('/signin');
    await signIn();
    await findMainHeading('Confirm that it is you');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Aa1!aaaa');
    cleanup();
    const app = renderPage('/signin');
    await findMainHeading('Confirm that it is you');
    await fillAndEnter(screen.getByLabelText('Code from your app'), '123456');
    await waitFor(() => expect(app.at()).toBe('/home'));
    expect(asked.filter(hasBasicAuth)).toHaveLength(1);
    expect(sessionStorage.getItem('commonlab-second-step')).toBeNull();
  });

  test('starts from the beginning when it is reloaded after the second step has expired or a different account was chosen', async () => {
    signInServer(answerToPassword(secondFactorRequired('2020-01-01T00:00:00Z')));
    renderPage('/signin');
    await signIn();
    await findMainHeading('Confirm that it is you');
    cleanup();
    renderPage('/signin');
    await findMainHeading('Sign in');
    cleanup();
    signInServer(answerToPassword(secondFactorRequired()));
    renderPage('/signin');
    await signIn();
    await user.click(await screen.findByRole('button', { name: 'Sign in to another account' }));
    await findMainHeading('Sign in');
    cleanup();
    renderPage('/signin');
    await findMainHeading('Sign in');
  });

  test('starts from the beginning when the second step took too long', async () => {
    signInServer(
      answerToPassword(secondFactorRequired()),
      on(proveSecondFactor).answer(refusal('invalid_challenge')),
    );
    renderPage('/signin');
    await signIn();
    await fillAndEnter(await screen.findByLabelText('Code from your app'), '123456');
    await findMainHeading('Sign in again');
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    await findMainHeading('Sign in');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  test('shows "Unexpected error occurred. Please try again later" for an unexpected error', async () => {
    signInServer(
      answerToPassword(refusal('internal', { description: 'A line from deep inside.' })),
    );
    renderPage('/signin');
    await signIn();
    expect(
      await screen.findByText('Unexpected error occurred. Please try again later'),
    ).toBeVisible();
    expect(screen.queryByText(/deep inside/)).not.toBeInTheDocument();
  });
});
