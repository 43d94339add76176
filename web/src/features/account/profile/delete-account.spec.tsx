import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from '../../../lib/auth.store';
import { freshBrowser, renderApp } from '../../../test/render-app';
import { fakeServer, someone } from '../../../test/world';

jest.setTimeout(60_000);
beforeEach(() => freshBrowser());

const why = 'This is the last administrator. Make somebody else an administrator first.';
const ask = async (status: number, code: string, description: string) => {
  fakeServer(({ method, path }) => {
    if (method === 'DELETE') return { status, body: { status, code, description } };
    if (path === '/api/users/profile/') return { status: 200, body: someone() };
    if (path === '/api/sign-in-methods/')
      return { status: 200, body: { providers: [], sso: false } };
    if (path === '/api/security/')
      return {
        status: 200,
        body: {
          password: true,
          totp: false,
          passkeys: [],
          recovery_codes_left: 0,
          second_factor_missing: false,
          signed_in_at: '2026-10-01T10:00:00Z',
        },
      };
    return { status: 200, body: { items: [], next_cursor: null } };
  });
  useAuth.getState().signedIn('tok', '2099-01-01T00:00:00Z');
  renderApp('/profile/#delete');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Delete my account' }, { timeout: 15_000 }),
  );
};

test('a refusal says why, in the dialog', async () => {
  await ask(409, 'last_administrator', why);
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.getByRole('dialog')).toContainElement(screen.getByText(why));
  expect(
    screen.queryByText('Unexpected error occurred. Please try again.'),
  ).not.toBeInTheDocument();
});

test('what nobody knows has the words of docs/specification.md, 8', async () => {
  await ask(500, 'internal', 'Boom');
  expect(await screen.findByText('Unexpected error occurred. Please try again.')).toBeVisible();
});
