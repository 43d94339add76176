import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '../../../../../contracts/accounts';
import { useAuth } from '../../../lib/auth.store';
import { freshBrowser, renderApp } from '../../../test/render-app';
import { type Answered, type Asked, fakeServer, someone } from '../../../test/world';

jest.setTimeout(60_000);
const at = '2026-10-01T10:00:00Z';
const google = { provider: 'google', created_at: at };
const safe = {
  password: true,
  totp: false,
  passkeys: [],
  recovery_codes_left: 0,
  second_factor_missing: false,
  signed_in_at: at,
};
const record = (n: number, more: object) => ({
  _id: `0193a1b2-0000-7000-8000-00000000020${n}`,
  device: 'Chrome on Windows',
  method: 'password',
  second_factor: false,
  remembered: false,
  current: false,
  created_at: at,
  last_used_at: at,
  expires_at: '2099-01-01T00:00:00Z',
  ...more,
});
const recent: Answered = {
  status: 403,
  body: {
    status: 403,
    code: 'recent_sign_in_required',
    description: 'For this, sign in again first.',
  },
};

const open = async (
  user: User,
  own: (asked: Asked) => Answered | undefined,
  security: object = {},
) => {
  useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
  const asked = fakeServer(
    (one) =>
      own(one) ??
      (one.path === '/api/users/profile/'
        ? { status: 200, body: user }
        : one.path === '/api/sign-in-methods/'
          ? { status: 200, body: { providers: ['google'], sso: false } }
          : one.path === '/api/security/'
            ? { status: 200, body: { ...safe, ...security } }
            : { status: 200, body: { items: [], next_cursor: null } }),
  );
  const app = renderApp('/profile/');
  await screen.findByRole('heading', { level: 1, name: 'Account settings' }, { timeout: 15_000 });
  return { asked, app };
};
const part = (name: string) => within(screen.getByRole('region', { name }));
beforeEach(() => freshBrowser());

describe('the sign-in methods', () => {
  test('the only way in has no button that would end it, and says why', async () => {
    await open(someone({ identities: [google] }), () => undefined, { password: false });
    expect(await part('Sign-in methods').findByText(/Your only way in/)).toBeVisible();
    expect(
      part('Sign-in methods').queryByRole('button', { name: 'Unlink: Google' }),
    ).not.toBeInTheDocument();
  });

  test('one of several can be unlinked', async () => {
    const { asked } = await open(someone({ identities: [google] }), ({ path }) =>
      path === '/api/identities/' ? { status: 200, body: someone() } : undefined,
    );
    await userEvent.click(
      await part('Sign-in methods').findByRole('button', { name: 'Unlink: Google' }),
    );
    expect(
      await part('Sign-in methods').findByRole('button', { name: 'Link: Google' }),
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
  ])('ORCID is offered to %s', async (_, is_researcher) => {
    await open(someone({ is_researcher }), ({ path }) =>
      path === '/api/sign-in-methods/'
        ? { status: 200, body: { providers: ['google', 'orcid'], sso: false } }
        : undefined,
    );
    expect(
      await part('Sign-in methods').findByRole('button', { name: 'Link: Google' }),
    ).toBeVisible();
    expect(part('Sign-in methods').queryAllByRole('button', { name: 'Link: ORCID' })).toHaveLength(
      is_researcher ? 1 : 0,
    );
  });

  test('after an old sign-in one signs in again, and comes back to this very part', async () => {
    await open(someone({ identities: [google] }), ({ path }) =>
      path === '/api/identities/' ? recent : undefined,
    );
    await userEvent.click(
      await part('Sign-in methods').findByRole('button', { name: 'Unlink: Google' }),
    );
    expect(await screen.findByText(/more than 15 minutes ago/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Sign in again' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in' }, { timeout: 15_000 });
    expect(useAuth.getState().redirectUrl).toBe('/profile/#sign-in-methods');
    expect(useAuth.getState().again).toBe(true);
    expect(JSON.parse(sessionStorage.getItem('commonlab-redirect') ?? '')).toMatchObject({
      state: { again: true },
    });
  });
});

describe('the second factor', () => {
  const administrator = someone({ role: 'ADMINISTRATOR' });

  test('is for whoever can do harm: a participant is not bothered with it', async () => {
    await open(someone(), () => undefined);
    await part('Sign-in methods').findByText('Password');
    expect(screen.queryByRole('region', { name: 'Second factor' })).not.toBeInTheDocument();
  });

  test('an administrator without one is led to it from every page', async () => {
    await open(administrator, () => undefined, { second_factor_missing: true });
    const banner = await screen.findByRole('region', { name: 'About your account' });
    expect(within(banner).getByRole('link', { name: 'Set up a second factor' })).toHaveAttribute(
      'href',
      '/profile/#second-factor',
    );
  });

  test('an app is set up with its picture, its key and a first code; the recovery codes are shown until they are kept', async () => {
    const { asked } = await open(administrator, ({ path, method, body }) => {
      if (path !== '/api/second-factor/totp/') return undefined;
      if (method === 'POST')
        return {
          status: 200,
          body: {
            secret: 'JBSWY3DPEHPK3PXP',
            uri: 'otpauth://totp/Commonlab:ada?secret=JBSWY3DPEHPK3PXP',
          },
        };
      return (body as { code: string }).code === '123456'
        ? { status: 200, body: { recovery_codes: ['k3fq-7h2m', 'p9xw-2ncd'] } }
        : { status: 400, body: { status: 400, code: 'invalid_code', description: 'x' } };
    });
    await userEvent.click(
      await part('Second factor').findByRole('button', { name: 'Set up an authenticator app' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      await dialog.findByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Code that the app shows now'), '654321{Enter}');
    expect(await dialog.findByText(/This code is wrong/)).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Code that the app shows now'));
    await userEvent.type(dialog.getByLabelText('Code that the app shows now'), '123 456{Enter}');
    expect(await dialog.findByText('k3fq-7h2m')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(dialog.getByText('p9xw-2ncd')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByText('k3fq-7h2m')).not.toBeInTheDocument());
    expect(
      asked.filter(({ path, method }) => path === '/api/second-factor/totp/' && method === 'PUT'),
    ).toHaveLength(2);
  });

  test('removing the last one says that the password alone is enough from then on', async () => {
    const { asked } = await open(
      administrator,
      ({ path, method }) =>
        path === '/api/second-factor/totp/' && method === 'DELETE' ? { status: 204 } : undefined,
      { totp: true, recovery_codes_left: 2 },
    );
    await userEvent.click(
      await part('Second factor').findByRole('button', { name: 'Remove: Authenticator app' }),
    );
    expect(await screen.findByText(/from then on your password alone is enough/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove the app' }));
    await waitFor(() =>
      expect(asked).toContainEqual(
        expect.objectContaining({ method: 'DELETE', path: '/api/second-factor/totp/' }),
      ),
    );
  });
});

describe('the browsers that are signed in', () => {
  test('this one comes first; another one, or all others, are signed out', async () => {
    let others = [record(2, { device: 'Safari on iPhone', method: 'google' }), record(3, {})];
    const { asked } = await open(someone(), ({ path, method }) => {
      if (!path.startsWith('/api/sign-ins/')) return undefined;
      if (method === 'GET')
        return {
          status: 200,
          body: {
            items: [...others, record(1, { current: true, device: 'Firefox on Linux' })],
            next_cursor: null,
          },
        };
      const ended = others.splice(0, path === '/api/sign-ins/' ? others.length : 1).length;
      others = [...others];
      return path === '/api/sign-ins/' ? { status: 200, body: { ended } } : { status: 204 };
    });
    const devices = part('Where you are signed in');
    const rows = await devices.findAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/Firefox on Linux.*This browser/);
    await userEvent.click(devices.getByRole('button', { name: 'Sign out: Safari on iPhone' }));
    await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(2));
    await userEvent.click(devices.getByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1));
    expect(await screen.findByText('1 other browser is signed out')).toBeVisible();
    expect(
      asked
        .find(({ path, method }) => path === '/api/sign-ins/' && method === 'DELETE')
        ?.query.get('except_current'),
    ).toBe('true');
    expect(
      devices.queryByRole('button', { name: 'Sign out everywhere else' }),
    ).not.toBeInTheDocument();
  });
});

describe('the affiliation', () => {
  const bonn = {
    name: 'University of Bonn',
    ror_id: 'https://ror.org/041nas322',
    country: 'DE',
    domains: ['uni-bonn.de'],
  };

  test('keeps the identifier of an organization that was picked, and loses it when the name is typed anew', async () => {
    const { asked } = await open(someone({ is_researcher: true }), ({ path, method }) =>
      path === '/api/researchers/organizations/'
        ? { status: 200, body: { items: [bonn], next_cursor: null } }
        : path === '/api/users/profile/' && method === 'PUT'
          ? {
              status: 200,
              body: someone({
                is_researcher: true,
                organization: bonn.name,
                organization_ror_id: bonn.ror_id,
              }),
            }
          : undefined,
    );
    const field = screen.getByRole('combobox', { name: 'Organization' });
    await userEvent.type(field, 'Univrsity of Bon');
    expect(await screen.findByText('Germany · uni-bonn.de')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveValue('University of Bonn');
    expect(screen.getByText('Registry entry: ror.org/041nas322')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ask for a review' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        organization: 'University of Bonn',
        organization_ror_id: 'https://ror.org/041nas322',
        interests: null,
      }),
    );
    await userEvent.type(field, 'n');
    expect(screen.queryByText(/Registry entry/)).not.toBeInTheDocument();
  });

  test('takes a name that no list has, as it was typed', async () => {
    const { asked } = await open(someone({ is_researcher: true }), ({ path, method }) =>
      path === '/api/users/profile/' && method === 'PUT'
        ? { status: 200, body: someone({ is_researcher: true, organization: 'Lab of one' }) }
        : undefined,
    );
    await userEvent.type(screen.getByRole('combobox', { name: 'Organization' }), 'Lab of one');
    expect(await screen.findByText(/Not in our list. That is fine/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ask for a review' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
        organization: 'Lab of one',
        organization_ror_id: null,
        interests: null,
      }),
    );
  });
});
