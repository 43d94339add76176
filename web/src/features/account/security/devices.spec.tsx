import { screen, waitFor } from '@testing-library/react';
import type { EndpointResponseBody } from '../../../../../contracts/base/endpoint';
import {
  endSignIn,
  endSignIns,
  listSignIns,
} from '../../../../../contracts/authentication/sign-ins';
import { openSettings, settingsSection } from '../../../test/account-settings';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { distantFuture, aUser } from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { user } from '../../../test/user';
import { SignedInDevices } from './devices';

type SignIn = EndpointResponseBody<typeof listSignIns>['items'][number];
const record = (n: number, more: Partial<SignIn> = {}): SignIn => ({
  _id: `0193a1b2-0000-7000-8000-00000000020${n}`,
  device: 'Chrome on Windows',
  method: 'password',
  second_factor: false,
  remembered: false,
  current: false,
  created_at: '2026-10-01T10:00:00Z',
  last_used_at: '2026-10-01T10:00:00Z',
  expires_at: distantFuture,
  ...more,
});

const show = (ago: number, device: string | null) => {
  const at = new Date(Date.now() - ago).toISOString();
  const items = [record(1, { device, current: true, created_at: at, last_used_at: at })];
  fakeServer(on(listSignIns).answer({ status: 200, body: { items, next_cursor: null } }));
  renderPart(<SignedInDevices />);
  return screen.findByRole('listitem');
};

test.each([
  [
    'en',
    180_000,
    'Chrome on Linux',
    /^Chrome on Linux.*signed in with your password, 3 minutes ago/,
  ],
  ['en', 1000, null, /^Unknown browser.*signed in with your password, just now/],
  [
    'de',
    180_000,
    'Chrome on Linux',
    /^Chrome unter Linux.*mit Ihrem Passwort angemeldet, vor 3 Minuten/,
  ],
  ['de', 1000, 'Chrome', /^Chrome.*mit Ihrem Passwort angemeldet, gerade eben/],
] as const)(
  'in %s, after %d ms, the sign-in on %s is described in correct language',
  async (language, ago, device, words) => {
    await freshBrowser(language);
    expect(await show(ago, device)).toHaveTextContent(words);
  },
);

describe('the list of signed-in browsers', () => {
  beforeEach(() => freshBrowser());

  test('shows the present browser first, and signs out a single browser or all others', async () => {
    let others = [record(2, { device: 'Safari on iPhone', method: 'google' }), record(3, {})];
    const { asked } = await openSettings(aUser(), [
      on(listSignIns).answer(() => ({
        status: 200,
        body: {
          items: [...others, record(1, { current: true, device: 'Firefox on Linux' })],
          next_cursor: null,
        },
      })),
      on(endSignIn).answer(() => {
        others = others.slice(1);
        return { status: 204 };
      }),
      on(endSignIns).answer(() => {
        const ended = others.length;
        others = [];
        return { status: 200, body: { ended } };
      }),
    ]);
    const devices = settingsSection('Where you are signed in');
    const rows = await devices.findAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/Firefox on Linux.*This browser/);
    await user.click(devices.getByRole('button', { name: 'Sign out: Safari on iPhone' }));
    await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(2));
    await user.click(devices.getByRole('button', { name: 'Sign out everywhere else' }));
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
