import { screen } from '@testing-library/react';
import { deleteAccount } from '../../../../../contracts/accounts/accounts';
import { user } from '../../../test/user';
import { useAuth } from '../../../lib/auth/auth.store';
import { readToken } from '../../../lib/http/token';
import { freshBrowser, renderApp, renderPage } from '../../../test/render-app';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';

beforeEach(() => freshBrowser());

const why = 'This is the last administrator. Make somebody else an administrator first.';
const ask = async (code: 'last_administrator' | 'internal', description: string) => {
  fakeServer(
    on(deleteAccount).answer(refusal(code, { description })),
    profileRoute(aUser()),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/profile/#delete');
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
};

test('the dialog for deleting the account shows the reason of a refusal', async () => {
  await ask('last_administrator', why);
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.getByRole('dialog')).toContainElement(screen.getByText(why));
  expect(
    screen.queryByText('Unexpected error occurred. Please try again.'),
  ).not.toBeInTheDocument();
});

test('an unexpected error while deleting the account has the text of docs/specification.md, 8', async () => {
  await ask('internal', 'Boom');
  expect(await screen.findByText('Unexpected error occurred. Please try again.')).toBeVisible();
});

test('a researcher is offered no way to delete the account, neither on the page nor in the menu', async () => {
  fakeServer(
    profileRoute(aUser({ is_researcher: true, organization: 'Yale', researcher_privilege: true })),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderApp('/profile/');
  await screen.findByRole('heading', { level: 1, name: 'Account settings' });
  expect(screen.queryByText('Delete account')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Hello, / }));
  expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
});

test('a deletion request that does not reach the server keeps the account, and the page says that', async () => {
  fakeServer(profileRoute(aUser()), emptyServerRoutes);
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/profile/#delete');
  const button = await screen.findByRole('button', { name: 'Delete my account' });
  const real = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  try {
    await user.click(button);
    expect(await screen.findByText('Unexpected error occurred. Please try again.')).toBeVisible();
  } finally {
    globalThis.fetch = real;
  }
  expect(readToken()).toBe('tok');
});
