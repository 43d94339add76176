import { screen } from '@testing-library/react';
import {
  askForDeletion,
  readDeletionRequest,
  takeBackDeletionRequest,
} from '../../../../../contracts/accounts/deletion-requests';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
} from '../../../test/common-answers';
import { fakeServer, on } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { user } from '../../../test/user';
import { useAuth } from '../../../lib/auth/auth.store';

beforeEach(() => freshBrowser());

test('a researcher can request the deletion of the account, and cancel the request', async () => {
  let requested_at: string | null = null;
  fakeServer(
    on(readDeletionRequest).answer(() => ({ status: 200, body: { requested_at } })),
    on(askForDeletion).answer(() => {
      requested_at = '2026-11-01T10:00:00Z';
      return { status: 201, body: { requested_at } };
    }),
    on(takeBackDeletionRequest).answer(() => {
      requested_at = null;
      return { status: 204 };
    }),
    profileRoute(aUser({ is_researcher: true, organization: 'Yale', researcher_privilege: true })),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage('/profile/');
  expect(await screen.findByText(/every administrator gets a mail/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Delete account' })).toBeNull();
  await user.click(
    await screen.findByRole('button', { name: 'Ask for the deletion of my account' }),
  );
  expect(await screen.findByText(/^You asked for the deletion of your account/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Take it back' }));
  expect(
    await screen.findByRole('button', { name: 'Ask for the deletion of my account' }),
  ).toBeEnabled();
});
