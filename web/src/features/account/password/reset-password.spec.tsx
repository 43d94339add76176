import { cleanup, screen, waitFor } from '@testing-library/react';
import { fillAll, user } from '../../../test/user';
import { requestReset, resetPassword } from '../../../../../contracts/authentication/passwords';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { emptyServerRoutes } from '../../../test/common-answers';
import { type RecordedRequest, fakeServer, on } from '../../../test/fake-server';
import { storeReset, storedReset } from './stored-reset';

beforeEach(() => freshBrowser());
const isReset = ({ path }: RecordedRequest) => path === '/api/users/password/';
const world = () =>
  fakeServer(
    on(requestReset).answer({ status: 202 }),
    on(resetPassword).answer({ status: 204 }),
    emptyServerRoutes,
  );
const sent = (asked: RecordedRequest[]) =>
  asked.filter(isReset).map(({ method, body }) => [method, body]);
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const type = (fields: Record<string, string>) =>
  fillAll((label) => screen.findByLabelText(label), fields);
const chosen = { 'New password': 'Aa1!aaaa', 'Password again': 'Aa1!aaaa' };

test('the link in the email opens the code step even without the address, and no further email is requested', async () => {
  const asked = world();
  const app = renderPage('/reset-password?step=code');
  await type({ Email: 'ada@example.org', 'Code from the email': 'ABCD2345', ...chosen });
  await press('Change password');
  await waitFor(() => expect(app.at()).toBe('/signin'));
  expect(sent(asked)).toEqual([
    [
      'PUT',
      {
        email: 'ada@example.org',
        code: 'ABCD2345',
        password: 'Aa1!aaaa',
        password_confirmation: 'Aa1!aaaa',
      },
    ],
  ]);
});

test('a reload stays at the code step with the address, without a second email, and the code is not stored', async () => {
  const asked = world();
  const app = renderPage('/reset-password');
  await type({ Email: 'ada@example.org' });
  await press('Send me a code');
  await screen.findByText('If ada@example.org has an account here, a code is on its way.');
  await waitFor(() => expect(screen.getByLabelText('Code from the email')).toHaveFocus());
  await type({ 'Code from the email': 'ABCD2345' });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('ABCD2345');
  const at = app.at();
  cleanup();

  renderPage(at);
  await screen.findByText('If ada@example.org has an account here, a code is on its way.');
  await type({ 'Code from the email': 'ABCD2345', ...chosen });
  await press('Change password');
  await waitFor(() => expect(sent(asked)).toHaveLength(2));
  await waitFor(() => expect(storedReset()).toBeUndefined());
});

test('a person who already has a code can enter it, and the page keeps the address typed before', async () => {
  const asked = world();
  const app = renderPage('/signin');
  await type({ Email: 'ada@example.org' });
  await user.click(screen.getByRole('link', { name: 'Forgotten your password?' }));
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org'));
  await press('I already have a code');
  await screen.findByText('Type the code from our email, and choose a new password.');
  await waitFor(() => expect(app.at()).toBe('/reset-password?step=code'));
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  expect(sent(asked)).toEqual([]);
});

test('the address is forgotten when all reset codes that were sent to it have expired', () => {
  storeReset('ada@example.org', true, 0);
  expect(storedReset(23 * 3_600_000)).toMatchObject({ email: 'ada@example.org', asked: true });
  expect([storedReset(24 * 3_600_000 + 1), sessionStorage.length]).toEqual([undefined, 0]);
});
