import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from '../../lib/auth.store';
import { freshBrowser, renderApp, renderPart } from '../../test/render-app';
import { type Answered, fakeServer, someone } from '../../test/world';
import { actionsFor } from './user-actions';
import { UserRoles } from './user-words';

jest.setTimeout(60_000);
const id = (n: number) => `0193a1b2-0000-7000-8000-00000000000${n}`;
const found = (n: number, first_name: string, more: object = {}) => ({
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
const show = (
  address = '/admin/users',
  changed: () => Answered = () => ({ status: 200, body: someone() }),
) => {
  asked = fakeServer(({ method, path, query }) => {
    if (path === '/api/users/profile/')
      return { status: 200, body: someone({ _id: id(1), role: 'ADMINISTRATOR' }) };
    if (path === '/api/users/')
      return {
        status: 200,
        body: {
          items: people.filter(({ first_name, email }) => {
            const text = query.get('text') ?? '';
            return first_name.includes(text) || email.includes(text);
          }),
          next_cursor: null,
        },
      };
    const one = people.find(({ _id }) => path === `/api/users/${_id}/`);
    if (!one) return undefined;
    if (method === 'DELETE') return { status: 202, body: { deletion_at: '2026-12-21T00:00:00Z' } };
    return method === 'PUT'
      ? changed()
      : { status: 200, body: someone({ ...one, status: 'ACTIVE' }) };
  });
  useAuth.getState().signedIn('t', '2099-01-01T00:00:00Z');
  return renderApp(address);
};
const sent = (wanted: string) => asked.filter(({ method }) => method === wanted);
beforeEach(() => freshBrowser());

test('what one types is looked for a moment later, once, and stands in the address', async () => {
  const app = show();
  await screen.findByRole('button', { name: 'Ada Person' });
  await userEvent.keyboard('/');
  const search = screen.getByRole('searchbox', { name: 'Search' });
  expect(search).toHaveFocus();
  await userEvent.type(search, 'Grace');
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

test('arrows go from row to row', async () => {
  show();
  (await screen.findByRole('button', { name: 'Alex Person' })).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(screen.getByRole('button', { name: 'Ada Person' })).toHaveFocus();
});

test('disabling an account says what it does, asks why, and sends it', async () => {
  show(`/admin/users?user=${id(2)}`);
  const drawer = await screen.findByRole('dialog', { name: 'Ada Person' });
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Disable account' }));
  expect(
    within(drawer).getByText(/is signed out everywhere and can’t sign in any more/),
  ).toBeVisible();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Disable account' }));
  expect(await within(drawer).findByText('Fill this in')).toBeVisible();
  expect(sent('PUT')).toEqual([]);
  await userEvent.type(within(drawer).getByLabelText('Why?'), 'Spam');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Disable account' }));
  await waitFor(() =>
    expect(sent('PUT').map(({ path, body }) => [path, body])).toEqual([
      [`/api/users/${id(2)}/`, { disabled: true, reason: 'Spam' }],
    ]),
  );
  expect(await screen.findByText('The account of Ada Person is disabled')).toBeVisible();
});

test('a deletion is asked for with a reason of some words', async () => {
  show(`/admin/users?user=${id(2)}`);
  const drawer = await screen.findByRole('dialog', { name: 'Ada Person' });
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Delete account' }));
  expect(within(drawer).getByText(/are erased for good/)).toBeVisible();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Delete account' }));
  expect(await within(drawer).findByText('Fill this in')).toBeVisible();
  await userEvent.type(within(drawer).getByLabelText('Why?'), 'Spam');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Delete account' }));
  expect(await within(drawer).findByText('This is too short')).toBeVisible();
  expect(sent('DELETE')).toEqual([]);
  await userEvent.type(within(drawer).getByLabelText('Why?'), ', again');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Delete account' }));
  await waitFor(() =>
    expect(sent('DELETE').map(({ path, body }) => [path, body])).toEqual([
      [`/api/users/${id(2)}/`, { reason: 'Spam, again' }],
    ]),
  );
  expect(await screen.findByText('The account of Ada Person is marked for deletion')).toBeVisible();
});

test('that somebody is the last administrator is explained, with the way out', async () => {
  people.push(found(4, 'Emmy', { role: 'ADMINISTRATOR' }));
  show(`/admin/users?user=${id(4)}`, () => ({
    status: 409,
    body: { status: 409, code: 'last_administrator', description: 'No.' },
  }));
  const drawer = await screen.findByRole('dialog', { name: 'Emmy Person' });
  await userEvent.click(
    await within(drawer).findByRole('button', { name: 'Remove administrator role' }),
  );
  await userEvent.type(within(drawer).getByLabelText('Why?'), 'Left us');
  await userEvent.click(within(drawer).getByRole('button', { name: 'Remove administrator role' }));
  expect(await within(drawer).findByText('This is the last administrator')).toBeVisible();
  expect(within(drawer).getByText(/Make somebody else an administrator first/)).toBeVisible();
  people.pop();
});

test('nobody changes their own account here', async () => {
  show(`/admin/users?user=${id(1)}`);
  const drawer = await screen.findByRole('dialog', { name: 'Alex Person' });
  expect(await within(drawer).findByText(/This is your own account/)).toBeVisible();
  expect(within(drawer).queryByRole('button', { name: /account|role/ })).not.toBeInTheDocument();
});

test('a link to an account that is gone says so', async () => {
  show(`/admin/users?user=${id(9)}`);
  expect(await screen.findByText('This account is not here')).toBeVisible();
});

test('only what makes sense is offered', () => {
  const account = { role: null, disabled_at: null, deletion_at: null, status: 'ACTIVE' as const };
  expect(actionsFor(account)).toEqual(['give_role', 'disable', 'delete']);
  expect(actionsFor({ ...account, status: 'NEW' })).toEqual(['disable', 'delete']);
  expect(actionsFor({ ...account, role: 'ADMINISTRATOR' })).toEqual([
    'take_role',
    'disable',
    'delete',
  ]);
  expect(
    actionsFor({
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
])('a researcher with %p is told as %s', async (more, words) => {
  renderPart(
    <UserRoles
      user={
        found(4, 'Rita', { is_researcher: true, ...more }) as Parameters<
          typeof UserRoles
        >[0]['user']
      }
    />,
  );
  expect(await screen.findByText(words)).toBeVisible();
});
