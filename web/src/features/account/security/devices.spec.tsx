import { screen } from '@testing-library/react';
import { freshBrowser, renderPart } from '../../../test/render-app';
import { fakeServer } from '../../../test/world';
import { Devices } from './devices';

const show = (ago: number, device: string | null) => {
  const at = new Date(Date.now() - ago).toISOString();
  fakeServer(() => ({
    status: 200,
    body: {
      items: [
        {
          _id: '0193a1b2-0000-7000-8000-000000000001',
          device,
          method: 'password',
          second_factor: false,
          remembered: false,
          current: true,
          created_at: at,
          last_used_at: at,
          expires_at: '2099-01-01T00:00:00Z',
        },
      ],
      next_cursor: null,
    },
  }));
  renderPart(<Devices />);
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
] as const)('in %s, after %d ms, %s reads well', async (language, ago, device, words) => {
  await freshBrowser(language);
  expect(await show(ago, device)).toHaveTextContent(words);
});
