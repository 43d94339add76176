import { screen } from '@testing-library/react';
import { changeProfile } from '../../../../../contracts/accounts/accounts';
import {
  readSignInMethods,
  unlinkIdentity,
} from '../../../../../contracts/authentication/identities';
import { useAuth } from '../../../lib/auth/auth.store';
import { openSettings, settingsSection } from '../../../test/account-settings';
import { aUser } from '../../../test/common-answers';
import { on, refusal } from '../../../test/fake-server';
import { freshBrowser } from '../../../test/render-app';
import { user } from '../../../test/user';

const google = { provider: 'google', created_at: '2026-10-01T10:00:00Z' };
beforeEach(() => freshBrowser());

describe('the sign-in methods of an account', () => {
  test('cannot be unlinked if there is only one, and the page explains why', async () => {
    await openSettings(aUser({ identities: [google] }), [], { password: false });
    expect(await settingsSection('Sign-in methods').findByText(/Your only way in/)).toBeVisible();
    expect(
      settingsSection('Sign-in methods').queryByRole('button', { name: 'Unlink: Google' }),
    ).not.toBeInTheDocument();
  });

  test('can be unlinked one by one if there are several', async () => {
    const { asked } = await openSettings(aUser({ identities: [google] }), [
      on(unlinkIdentity).answer({ status: 200, body: aUser() }),
    ]);
    await user.click(
      await settingsSection('Sign-in methods').findByRole('button', { name: 'Unlink: Google' }),
    );
    expect(
      await settingsSection('Sign-in methods').findByRole('button', { name: 'Link: Google' }),
    ).toBeVisible();
    expect(asked).toContainEqual(
      expect.objectContaining({
        method: 'DELETE',
        path: '/api/identities/',
        body: { provider: 'google' },
      }),
    );
  });

  test.each([
    ['a researcher', true],
    ['nobody else', false],
  ])('include ORCID for %s', async (_, is_researcher) => {
    await openSettings(aUser({ is_researcher }), [
      on(readSignInMethods).answer({
        status: 200,
        body: { providers: ['google', 'orcid'], sso: false },
      }),
    ]);
    expect(
      await settingsSection('Sign-in methods').findByRole('button', { name: 'Link: Google' }),
    ).toBeVisible();
    expect(
      settingsSection('Sign-in methods').queryAllByRole('button', { name: 'Link: ORCID' }),
    ).toHaveLength(is_researcher ? 1 : 0);
  });

  test('can be changed after an old sign-in only by signing in again, which leads back to the same section', async () => {
    await openSettings(aUser({ identities: [google] }), [
      on(unlinkIdentity).answer(refusal('recent_sign_in_required')),
      on(changeProfile).answer({ status: 204 }),
    ]);
    await user.click(
      await settingsSection('Sign-in methods').findByRole('button', { name: 'Unlink: Google' }),
    );
    expect(await screen.findByText(/more than 15 minutes ago/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Sign in again' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    expect(useAuth.getState().redirectUrl).toBe('/profile/#sign-in-methods');
    expect(useAuth.getState().again).toBe(true);
    expect(JSON.parse(sessionStorage.getItem('commonlab-redirect') ?? '')).toMatchObject({
      state: { again: true },
    });
  });
});
