import { screen, waitFor, within } from '@testing-library/react';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
} from '../../../../../contracts/authentication/second-factor';
import { openSettings, settingsSection } from '../../../test/account-settings';
import { aUser } from '../../../test/common-answers';
import { on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderApp } from '../../../test/render-app';
import { fillAndEnter, user } from '../../../test/user';

beforeEach(() => freshBrowser());

describe('the second factor of an account', () => {
  const administrator = aUser({ role: 'ADMINISTRATOR' });

  test('is not shown to a participant', async () => {
    await openSettings(aUser());
    await settingsSection('Sign-in methods').findByText('Password');
    expect(screen.queryByRole('region', { name: 'Second factor' })).not.toBeInTheDocument();
  });

  test('is demanded of an administrator on every page', async () => {
    await openSettings(administrator, [], { second_factor_missing: true }, renderApp);
    const banner = await screen.findByRole('region', { name: 'About your account' });
    expect(within(banner).getByRole('link', { name: 'Set up a second factor' })).toHaveAttribute(
      'href',
      '/profile/#second-factor',
    );
  });

  test('is set up with an app by QR code, key and first code; the recovery codes stay until confirmed', async () => {
    const { asked } = await openSettings(administrator, [
      on(beginTotp).answer({
        status: 200,
        body: {
          secret: 'JBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Commonlab:ada?secret=JBSWY3DPEHPK3PXP',
        },
      }),
      on(confirmTotp).answer(({ body }) =>
        body.code === '123456'
          ? { status: 200, body: { recovery_codes: ['k3fq-7h2m', 'p9xw-2ncd'] } }
          : refusal('invalid_code'),
      ),
    ]);
    await user.click(
      await settingsSection('Second factor').findByRole('button', {
        name: 'Set up an authenticator app',
      }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      await dialog.findByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await fillAndEnter(dialog.getByLabelText('Code that the app shows now'), '654321');
    expect(await dialog.findByText(/This code is wrong/)).toBeVisible();
    await user.clear(dialog.getByLabelText('Code that the app shows now'));
    await fillAndEnter(dialog.getByLabelText('Code that the app shows now'), '123 456');
    expect(await dialog.findByText('k3fq-7h2m')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(dialog.getByText('p9xw-2ncd')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByText('k3fq-7h2m')).not.toBeInTheDocument());
    expect(
      asked.filter(({ path, method }) => path === '/api/second-factor/totp/' && method === 'PUT'),
    ).toHaveLength(2);
  });

  test('can be removed; before the last one is removed, a warning says that the password alone is enough afterwards', async () => {
    const { asked } = await openSettings(administrator, [on(removeTotp).answer({ status: 204 })], {
      totp: true,
      recovery_codes_left: 2,
    });
    await user.click(
      await settingsSection('Second factor').findByRole('button', {
        name: 'Remove: Authenticator app',
      }),
    );
    expect(await screen.findByText(/from then on your password alone is enough/)).toBeVisible();
    expect(screen.getByText(/pages of the administration close/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove the app' }));
    await waitFor(() =>
      expect(asked).toContainEqual(
        expect.objectContaining({ method: 'DELETE', path: '/api/second-factor/totp/' }),
      ),
    );
  });
});
