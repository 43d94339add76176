import { screen, within } from '@testing-library/react';
import {
  answerStudyInvitation,
  changeCollaborator,
  inviteCollaborator,
  readCollaborators,
  readOfferedRole,
  removeCollaborator,
  setRosterAccess,
  type StudyAccess,
  type StudyRole,
} from '../../../../../contracts/collaborators/collaborators';
import {
  answerStudyOffer,
  answerStudyOfferByKey,
  offerStudy,
  withdrawStudyOffer,
} from '../../../../../contracts/collaborators/study-transfer';
import { listConsentVersions } from '../../../../../contracts/studies/consents';
import { readPricing } from '../../../../../contracts/payments/pricing';
import { listSessions } from '../../../../../contracts/enrolment/sessions';
import { countParticipants } from '../../../../../contracts/enrolment/participants';
import { listStudies, readStudy } from '../../../../../contracts/studies/studies';
import { listClassrooms } from '../../../../../contracts/teaching/classrooms';
import { useAuth } from '../../../lib/auth/auth.store';
import { aSession } from '../../../test/a-session';
import { aStudy } from '../../../test/a-study';
import {
  distantFuture,
  profileRoute,
  aUser,
  pricingWithoutFee,
} from '../../../test/common-answers';
import { fakeServer, on, refusal } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { fill, user } from '../../../test/user';

const id = aStudy()._id;
const eve = '0193a1b2-0000-7000-8000-000000000071';
const since = '2026-11-01T10:00:00Z';
const me = aUser({ is_researcher: true, organization: 'X', researcher_privilege: true });
const sessions = [
  aSession({ _id: '0193a1b2-0000-7000-8000-000000000081', name: 'Spring' }),
  aSession({ _id: '0193a1b2-0000-7000-8000-000000000082', name: 'Summer', launched_at: null }),
  aSession({
    _id: '0193a1b2-0000-7000-8000-000000000083',
    name: 'Secret',
    privacy_level: 'anonymous',
  }),
];
let access: StudyAccess;
let asked: ReturnType<typeof fakeServer>;

const show = (
  role: StudyRole,
  path = `/experiments/details/${id}?tab=access`,
  { offered = false, offers = 'editor' }: { offered?: boolean; offers?: StudyRole } = {},
) => {
  const mine = {
    _id: me._id,
    first_name: me.first_name,
    last_name: me.last_name,
    since,
    sees_roster_since: null,
  };
  const other = {
    _id: eve,
    first_name: 'Eve',
    last_name: 'Editor',
    since,
    sees_roster_since: null,
  };
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
    offer: offered
      ? {
          to: { _id: me._id, first_name: me.first_name, last_name: me.last_name },
          email: null,
          stays: true,
          expires_at: distantFuture,
        }
      : null,
  };
  asked = fakeServer(
    on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
    profileRoute(me),
    on(readStudy).answer({ status: 200, body: aStudy({ role }) }),
    on(listSessions).answer({ status: 200, body: { items: sessions, next_cursor: null } }),
    on(listConsentVersions).answer({ status: 200, body: { items: [], next_cursor: null } }),
    on(listStudies).answer({ status: 200, body: { items: [], next_cursor: null } }),
    on(listClassrooms).answer({ status: 200, body: { items: [], next_cursor: null } }),
    on(countParticipants).answer(refusal('researcher_not_approved')),
    on(readCollaborators).answer(() => ({ status: 200, body: access })),
    on(changeCollaborator).answer(() => ({ status: 200, body: access })),
    on(setRosterAccess).answer(({ body }) => {
      const people = access.people.map((one) =>
        one._id === eve ? { ...one, sees_roster_since: body.open ? since : null } : one,
      );
      access = { ...access, people };
      return { status: 200, body: access };
    }),
    on(removeCollaborator).answer(() => {
      access = { ...access, people: access.people.filter(({ _id }) => _id !== eve) };
      return { status: 204 };
    }),
    on(inviteCollaborator).answer(({ body }) => {
      const made = { ...body, _id: id, expires_at: distantFuture };
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
              role: offers,
              owner: { first_name: 'Ada', last_name: 'Lovelace' },
              stays: offers === 'owner' ? true : null,
              expires_at: distantFuture,
            },
          },
    ),
    on(offerStudy).answer(({ body }) => {
      const { _id, first_name, last_name } = other;
      const to = body.account === _id ? { _id, first_name, last_name } : null;
      const offer = { to, email: body.email ?? null, stays: body.stays, expires_at: distantFuture };
      access = { ...access, offer };
      return { status: 201, body: offer };
    }),
    on(withdrawStudyOffer).answer(() => {
      access = { ...access, offer: null };
      return { status: 204 };
    }),
    on(answerStudyOffer).answer(({ body }) =>
      body.answer === 'accept'
        ? refusal('takes_part', { description: 'You cannot take it over.' })
        : { status: 204 },
    ),
    on(answerStudyOfferByKey).answer({ status: 200, body: { study_id: id } }),
    on(answerStudyInvitation).answer(({ body }) =>
      body.answer === 'accept'
        ? refusal('takes_part', { description: 'You cannot work on it.' })
        : { status: 200, body: { study_id: null } },
    ),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(path);
};
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
beforeEach(() => freshBrowser());

test('the owner invites a person, who is then listed as invited', async () => {
  show('owner');
  await fill(await screen.findByRole('textbox', { name: /Email/ }), 'ed@lab.test');
  await press('Send the invitation');
  const invited = await screen.findByRole('region', { name: 'Invited' });
  expect(within(invited).getByText('ed@lab.test')).toBeVisible();
});

test('the owner removes a collaborator after a confirmation', async () => {
  show('owner');
  await press('Remove Eve Editor');
  const dialog = await screen.findByRole('dialog', { name: 'Remove Eve Editor' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/Eve Editor has no access/)).toBeVisible();
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('the owner grants access to names after a confirmation that lists every consequence, and revokes it', async () => {
  show('owner');
  const names = () => screen.findByRole('switch', { name: 'Eve Editor sees names' });
  await user.click(await names());
  const dialog = await screen.findByRole('dialog', { name: 'Let Eve Editor see names' });
  const said = within(dialog);
  expect(said.getByText(/Participants read the name Eve Editor beside yours/)).toBeVisible();
  expect(said.getByText(/Each participant sees when Eve Editor opened their name/)).toBeVisible();
  expect(said.getByText(/What Eve Editor has seen by then stays known/)).toBeVisible();
  const listOf = async (words: RegExp) =>
    (await said.findByText(words)).nextElementSibling?.textContent;
  expect(await listOf(/These were launched before/)).toBe('Spring');
  expect(await listOf(/If you launch them now/)).toBe('Summer');
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
  await user.click(said.getByRole('button', { name: 'Open the roster' }));
  expect(await screen.findByText('In sessions launched since November 1, 2026')).toBeVisible();
  expect(await names()).toBeChecked();
  await user.click(await names());
  const ending = within(
    await screen.findByRole('dialog', { name: 'End the names for Eve Editor' }),
  );
  expect(ending.getByText(/It ends at once and for all sessions/)).toBeVisible();
  await user.click(ending.getByRole('button', { name: 'Close the roster' }));
  expect(await screen.findByText('Eve Editor sees no names any more.')).toBeVisible();
  expect(await names()).not.toBeChecked();
});

test('a collaborator sees that they have access to the roster, without a switch', async () => {
  show('viewer');
  access = {
    ...access,
    people: access.people.map((one) => ({ ...one, sees_roster_since: since })),
  };
  const said = 'Sees names in sessions launched since November 1, 2026';
  expect(await screen.findAllByText(said)).toHaveLength(2);
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a viewer sees the collaborators, can leave, and has no button that the server would refuse', async () => {
  show('viewer');
  expect(await screen.findByRole('button', { name: 'Leave' })).toBeVisible();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Sessions',
    'Texts',
    'Consent form',
    'People with access',
  ]);
  for (const name of ['Archive', 'Send the invitation', 'Remove Eve Editor'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an analyst sees the data in addition to what a viewer sees', async () => {
  show('analyst');
  expect(await screen.findByRole('button', { name: 'Leave' })).toBeVisible();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Sessions',
    'Texts',
    'Consent form',
    'Data',
    'People with access',
  ]);
});

test('the owner sees the rights of each role, and changes a collaborator’s role', async () => {
  show('owner');
  await user.click(await screen.findByRole('combobox', { name: 'Role of Eve Editor' }));
  const choices = await screen.findAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^EditorChanges texts/),
    expect.stringMatching(/^AnalystReads the study and its data/),
    expect.stringMatching(/^ViewerReads the study, its sessions/),
  ]);
  await user.click(choices[1] as HTMLElement);
  const sent = asked.find(({ method }) => method === 'PUT');
  expect(sent?.body).toEqual({ role: 'analyst' });
});

test('an invitation names study and role, and explains to a participant of the study that they cannot join', async () => {
  show('owner', '/collaborate#a-key-of-twenty-letters');
  expect(await screen.findByText(/Ada Lovelace invites you to work on “Faces”/)).toBeVisible();
  // The cookie notice also has an "Accept" button, so the test searches only the main part.
  const main = within(screen.getByRole('main'));
  await user.click(await main.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('You cannot work on it.')).toBeVisible();
  await press('Decline');
  expect(await screen.findByText(/You declined/)).toBeVisible();
});

test('the owner offers the study to a collaborator, and withdraws the offer', async () => {
  show('owner');
  await press('Pass the study on');
  await user.click(await screen.findByRole('radio', { name: /I leave the study/ }));
  await press('Offer the study');
  expect(await screen.findByText('You have offered this study to Eve Editor.')).toBeVisible();
  expect(screen.getByText('You leave the study.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pass the study on' })).toBeNull();
  await press('Take the offer back');
  expect(await screen.findByRole('button', { name: 'Pass the study on' })).toBeVisible();
});

test('a collaborator who is offered the study sees the consequences, and a refusal by the server is shown', async () => {
  show('viewer', undefined, { offered: true });
  await press('Take it over');
  const dialog = await screen.findByRole('dialog', { name: /Take over/ });
  expect(within(dialog).getByText(/Participants read your name/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Take it over' }));
  expect(await within(dialog).findByText('You cannot take it over.')).toBeVisible();
});

test('the link in a mail can offer the ownership, and accepting it makes the person the owner', async () => {
  show('owner', '/collaborate#a-key-of-twenty-letters', { offers: 'owner' });
  expect(await screen.findByText(/Ada Lovelace wants to pass “Faces” on to you/)).toBeVisible();
  expect(
    screen.getByText('Ada Lovelace stays as an editor and no longer sees names.'),
  ).toBeVisible();
  await press('Take it over');
  expect(await screen.findByText('The study is yours now.')).toBeVisible();
  expect(asked.some(({ path }) => path.includes('/collaborations/transfers/'))).toBe(true);
});

test('an invitation that is no longer valid says so', async () => {
  show('owner', '/collaborate#gone-gone-gone-gone-gone');
  expect(await screen.findByText('This invitation counts no more')).toBeVisible();
});
