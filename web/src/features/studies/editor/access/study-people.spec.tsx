import { screen, within } from '@testing-library/react';
import {
  answerInvitation,
  changeCollaborator,
  inviteCollaborator,
  readCollaborators,
  readOfferedRole,
  removeCollaborator,
  type StudyAccess,
  type StudyRole,
} from '../../../../../../contracts/collaborators';
import { listSessions } from '../../../../../../contracts/sessions';
import { countParticipants } from '../../../../../../contracts/participants';
import { listStudies, readStudy } from '../../../../../../contracts/studies';
import { useAuth } from '../../../../lib/auth.store';
import { aStudy } from '../../../../test/a-study';
import { later, profileOf, someone } from '../../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../../test/render-app';
import { user } from '../../../../test/user';

const id = aStudy()._id;
const eve = '0193a1b2-0000-7000-8000-000000000071';
const since = '2026-11-01T10:00:00Z';
const me = someone({ is_researcher: true, organization: 'X', researcher_privilege: true });
let access: StudyAccess;
let asked: ReturnType<typeof fakeServer>;

const show = (role: StudyRole, path = `/experiments/details/${id}?tab=access`) => {
  const mine = { _id: me._id, first_name: me.first_name, last_name: me.last_name, since };
  const other = { _id: eve, first_name: 'Eve', last_name: 'Editor', since };
  access = {
    people:
      role === 'owner'
        ? [
            { ...mine, role },
            { ...other, role: 'editor' },
          ]
        : [
            { ...other, role: 'owner' },
            { ...mine, role },
          ],
    invitations: [],
  };
  asked = fakeServer(
    profileOf(me),
    on(readStudy).answer({ status: 200, body: aStudy({ role }) }),
    on(listSessions).answer({ status: 200, body: { items: [], next_cursor: null } }),
    on(listStudies).answer({ status: 200, body: { items: [], next_cursor: null } }),
    on(countParticipants).answer(refusal('researcher_not_approved')),
    on(readCollaborators).answer(() => ({ status: 200, body: access })),
    on(changeCollaborator).answer(() => ({ status: 200, body: access })),
    on(removeCollaborator).answer(() => {
      access = { ...access, people: access.people.filter(({ _id }) => _id !== eve) };
      return { status: 204 };
    }),
    on(inviteCollaborator).answer(({ body }) => {
      const made = { ...body, _id: id, expires_at: later };
      access = { ...access, invitations: [made] };
      return { status: 201, body: made };
    }),
    on(readOfferedRole).answer(({ body }) =>
      body.key.startsWith('gone')
        ? refusal('not_found')
        : {
            status: 200,
            body: {
              title: 'Faces',
              role: 'editor',
              owner: { first_name: 'Ada', last_name: 'Lovelace' },
              expires_at: later,
            },
          },
    ),
    on(answerInvitation).answer(({ body }) =>
      body.answer === 'accept'
        ? refusal('takes_part', { description: 'You cannot work on it.' })
        : { status: 200, body: { study_id: null } },
    ),
  );
  useAuth.getState().signedIn('tok', later);
  renderPage(path);
};
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
beforeEach(() => freshBrowser());

test('the owner invites somebody, who then waits in the list', async () => {
  show('owner');
  await user.type(await screen.findByRole('textbox', { name: /Email/ }), 'ed@lab.test');
  await press('Send the invitation');
  const invited = await screen.findByRole('region', { name: 'Invited' });
  expect(within(invited).getByText('ed@lab.test')).toBeVisible();
});

test('the owner removes somebody after a question', async () => {
  show('owner');
  await press('Remove Eve Editor');
  const dialog = await screen.findByRole('dialog', { name: 'Remove Eve Editor' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/Eve Editor has no access/)).toBeVisible();
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a viewer sees who works on it, may leave, and finds nothing that would be refused', async () => {
  show('viewer');
  expect(await screen.findByRole('button', { name: 'Leave' })).toBeVisible();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Sessions',
    'People with access',
  ]);
  for (const name of ['Archive', 'Send the invitation', 'Remove Eve Editor'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an invitation says study and role; whoever takes part is told that they cannot join', async () => {
  show('owner', '/collaborate#a-key-of-twenty-letters');
  expect(await screen.findByText(/Ada Lovelace invites you to work on “Faces”/)).toBeVisible();
  await press('Accept');
  expect(await screen.findByText('You cannot work on it.')).toBeVisible();
  await press('Decline');
  expect(await screen.findByText(/You declined/)).toBeVisible();
});

test('an invitation that counts no more says so', async () => {
  show('owner', '/collaborate#gone-gone-gone-gone-gone');
  expect(await screen.findByText('This invitation counts no more')).toBeVisible();
});
