import { screen } from '@testing-library/react';
import { deleteAccount } from '../../../../../contracts/accounts/accounts';
import { user } from '../../../test/user';
import { useAuth } from '../../../lib/auth/auth.store';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { emptyServer, later, profileOf, someone } from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';

beforeEach(() => freshBrowser());

const why = 'This is the last administrator. Make somebody else an administrator first.';
const ask = async (code: 'last_administrator' | 'internal', description: string) => {
  fakeServer(
    on(deleteAccount).answer(refusal(code, { description })),
    profileOf(someone()),
    emptyServer,
  );
  useAuth.getState().signedIn('tok', later);
  renderPage('/profile/#delete');
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
};

test('the dialog shows the reason of a refusal', async () => {
  await ask('last_administrator', why);
  expect(await screen.findByText(why)).toBeVisible();
  expect(screen.getByRole('dialog')).toContainElement(screen.getByText(why));
  expect(
    screen.queryByText('Unexpected error occurred. Please try again.'),
  ).not.toBeInTheDocument();
});

test('an unexpected error has the text of docs/specification.md, 8', async () => {
  await ask('internal', 'Boom');
  expect(await screen.findByText('Unexpected error occurred. Please try again.')).toBeVisible();
});
