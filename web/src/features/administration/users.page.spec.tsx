import { screen, waitFor, within } from '@testing-library/react';
import { fill, user } from '../../test/user';
import { findUsers, readUser } from '../../../../contracts/accounts/accounts';
import { changeUser, deleteUser } from '../../../../contracts/accounts/user-administration';
import type { EndpointResponseBody } from '../../../../contracts/base/endpoint';
import { useAuth } from '../../lib/auth/auth.store';
import { freshBrowser, renderPage, renderPart } from '../../test/render-app';
import { emptyServerRoutes, distantFuture, profileRoute, aUser } from '../../test/common-answers';
import { type FakeRoute, fakeServer, on, refusal } from '../../test/fake-server';
import { userActionsFor } from './user-actions';
import { UserRoles } from './user-words';

const id = (n: number) => `0193a1b2-0000-7000-8000-00000000000${n}`;
type Found = EndpointResponseBody<typeof findUsers>['items'][number];
const found = (n: number, first_name: string, more: Partial<Found> = {}): Found => ({
  _id: id(n),
  first_name,
  last_name: 'Person',
  organization: null,
  verified: false,
  orcid: null,
  email: `${first_name}@example.org`,
  status: 'ACTIVE',
  is_researcher: false,
  role: null,
  disabled_at: null,
  deletion_at: null,
  created_at: '2026-10-01T10:00:00Z',
  ...more,
});
const people = [
  found(1, 'Alex', { role: 'ADMINISTRATOR' }),
  found(2, 'Ada'),
  found(3, 'Grace', { disabled_at: '2026-11-01T00:00:00Z' }),
];
let asked: ReturnType<typeof fakeServer>;
const byId = ({ params }: { params: { id: string } }) =>
  people.find(({ _id }) => _id === params.id);
const show = (
  address = '/admin/users',
  change: FakeRoute = on(changeUser).answer({ status: 200, body: aUser() }),
) => {
  asked = fakeServer(
    profileRoute(aUser({ _id: id(1), role: 'ADMINISTRATOR' })),
    on(findUsers).answer(({ query: { text = '' } }) => ({
      status: 200,
      body: {
        items: people.filter(
          ({ first_name, email }) => first_name.includes(text) || email?.includes(text),
        ),
        next_cursor: null,
      },
    })),
    on(readUser).answer((one) => {
      const person = byId(one);
      if (!person) return refusal('not_found');
      const { _id, first_name, role } = person;
      return { status: 200, body: aUser({ _id, first_name, last_name: 'Person', role }) };
    }),
    on(deleteUser).answer({ status: 202, body: { deletion_at: '2026-12-21T00:00:00Z' } }),
    change,
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  return renderPage(address);
};
const sent = (wanted: string) => asked.filter(({ method }) => method === wanted);
beforeEach(() => freshBrowser());

test('the search starts shortly after typing, once, and is kept in the address', async () => {
  const app = show();
  await screen.findByRole('button', { name: 'Ada Person' });
  await user.keyboard('/');
  const search = screen.getByRole('searchbox', { name: 'Search' });
  expect(search).toHaveFocus();
  await fill(search, 'Grace');
  await waitFor(() => expect(app.at()).toBe('/admin/users?text=Grace'));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Ada Person' })).not.toBeInTheDocument(),
  );
  expect(
    asked
      .filter(({ path, query }) => path === '/api/users/' && query.has('text'))
      .map(({ query }) => query.get('text')),
  ).toEqual(['Grace']);
});

test('the arrow keys move between the rows of the list of users', async () => {
  show();
  (await screen.findByRole('button', { name: 'Alex Person' })).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(screen.getByRole('button', { name: 'Ada Person' })).toHaveFocus();
});

test('disabling an account explains the effect, asks for a reason, and sends it', async () => {
  show(`/admin/users?user=${id(2)}`);
  const drawer = await screen.findByRole('dialog', { name: 'Ada Person' });
  await user.click(await within(drawer).findByRole('button', { name: 'Disable account' }));
  expect(
    within(drawer).getByText(/is signed out everywhere and can’t sign in any more/),
  ).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: 'Disable account' }));
  expect(await within(drawer).findByText('Fill this in')).toBeVisible();
  expect(sent('PUT')).toEqual([]);
  await fill(within(drawer).getByLabelText('Why?'), 'Spam');
  await user.click(within(drawer).getByRole('button', { name: 'Disable account' }));
  await waitFor(() =>
    expect(sent('PUT').map(({ path, body }) => [path, body])).toEqual([
      [`/api/users/${id(2)}/`, { disabled: true, reason: 'Spam' }],
    ]),
  );
  expect(await screen.findByText('The account of Ada Person is disabled')).toBeVisible();
});

test('a deletion needs a reason of minimum length', async () => {
  show(`/admin/users?user=${id(2)}`);
  const drawer = await screen.findByRole('dialog', { name: 'Ada Person' });
  await user.click(await within(drawer).findByRole('button', { name: 'Delete account' }));
  expect(within(drawer).getByText(/are erased for good/)).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: 'Delete account' }));
  expect(await within(drawer).findByText('Fill this in')).toBeVisible();
  await fill(within(drawer).getByLabelText('Why?'), 'Spam');
  await user.click(within(drawer).getByRole('button', { name: 'Delete account' }));
  expect(await within(drawer).findByText('This is too short')).toBeVisible();
  expect(sent('DELETE')).toEqual([]);
  await fill(within(drawer).getByLabelText('Why?'), ', again');
  await user.click(within(drawer).getByRole('button', { name: 'Delete account' }));
  await waitFor(() =>
    expect(sent('DELETE').map(({ path, body }) => [path, body])).toEqual([
      [`/api/users/${id(2)}/`, { reason: 'Spam, again' }],
    ]),
  );
  expect(await screen.findByText('The account of Ada Person is marked for deletion')).toBeVisible();
});

test('if the server refuses to change the last administrator, the page explains why and what to do', async () => {
  people.push(found(4, 'Emmy', { role: 'ADMINISTRATOR' }));
  show(`/admin/users?user=${id(4)}`, on(changeUser).answer(refusal('last_administrator')));
  const drawer = await screen.findByRole('dialog', { name: 'Emmy Person' });
  await user.click(
    await within(drawer).findByRole('button', { name: 'Remove administrator role' }),
  );
  await fill(within(drawer).getByLabelText('Why?'), 'Left us');
  await user.click(within(drawer).getByRole('button', { name: 'Remove administrator role' }));
  expect(await within(drawer).findByText('This is the last administrator')).toBeVisible();
  expect(within(drawer).getByText(/Make somebody else an administrator first/)).toBeVisible();
  people.pop();
});

test('on the page of users, administrators cannot change their own account', async () => {
  show(`/admin/users?user=${id(1)}`);
  const drawer = await screen.findByRole('dialog', { name: 'Alex Person' });
  expect(await within(drawer).findByText(/This is your own account/)).toBeVisible();
  expect(within(drawer).queryByRole('button', { name: /account|role/ })).not.toBeInTheDocument();
});

test('a link to a deleted account shows that it is missing', async () => {
  show(`/admin/users?user=${id(9)}`);
  expect(await screen.findByText('This account is not here')).toBeVisible();
});

test('a researcher who requested the deletion is marked, with the day and the button to delete', async () => {
  people.push(
    found(5, 'Lise', { is_researcher: true, deletion_requested_at: '2026-11-02T00:00:00Z' }),
  );
  show(`/admin/users?user=${id(5)}`);
  const drawer = await screen.findByRole('dialog', { name: 'Lise Person' });
  expect(await within(drawer).findByText('Asked to leave')).toBeVisible();
  expect(within(drawer).getByText('Asked to be deleted')).toBeVisible();
  expect(within(drawer).getByRole('button', { name: 'Delete account' })).toBeEnabled();
  people.pop();
});

test('an account offers only the actions that are possible in its state', () => {
  const account = { role: null, disabled_at: null, deletion_at: null, status: 'ACTIVE' as const };
  expect(userActionsFor(account)).toEqual(['give_role', 'disable', 'delete']);
  expect(userActionsFor({ ...account, status: 'NEW' })).toEqual(['disable', 'delete']);
  expect(userActionsFor({ ...account, role: 'ADMINISTRATOR' })).toEqual([
    'take_role',
    'disable',
    'delete',
  ]);
  expect(
    userActionsFor({
      ...account,
      disabled_at: '2026-11-01T00:00:00Z',
      deletion_at: '2026-12-01T00:00:00Z',
    }),
  ).toEqual(['enable']);
});

test.each([
  [{ organization: null, researcher_privilege: null }, 'Researcher, no affiliation'],
  [{ organization: 'Yale', researcher_privilege: null }, 'Researcher, pending'],
  [{ organization: 'Yale', researcher_privilege: false }, 'Researcher, did not pass'],
  [{ organization: 'Yale', researcher_privilege: true, verified: true }, 'Researcher'],
])('a researcher with %p is shown as %s', async (more, words) => {
  renderPart(<UserRoles user={found(4, 'Rita', { is_researcher: true, ...more })} />);
  expect(await screen.findByText(words)).toBeVisible();
});
