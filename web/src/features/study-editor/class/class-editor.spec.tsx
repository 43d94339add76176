import { screen, within } from '@testing-library/react';
import { readPricing } from '../../../../../contracts/payments/pricing';
import { readCollaborators } from '../../../../../contracts/collaborators/collaborators';
import { createSession, listSessions } from '../../../../../contracts/enrolment/sessions';
import { listRehearsals } from '../../../../../contracts/runtime/rehearsals';
import { listConsentVersions } from '../../../../../contracts/studies/consents';
import { readStudy, type Study } from '../../../../../contracts/studies/studies';
import { readClassReview } from '../../../../../contracts/teaching/class-studies';
import { type Classroom, readClassroom } from '../../../../../contracts/teaching/classrooms';
import { readStudyFork } from '../../../../../contracts/teaching/templates';
import { useAuth } from '../../../lib/auth/auth.store';
import { aSession } from '../../../test/a-session';
import {
  aBuildingClass,
  aComment,
  aReview,
  aStudyOfClass,
  studentWhoBuilds,
} from '../../../test/class-building';
import {
  emptyList,
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  pricingWithoutFee,
} from '../../../test/common-answers';
import { fakeServer, type FakeRoute, on } from '../../../test/fake-server';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { user } from '../../../test/user';

const own = aStudyOfClass();
const show = (
  tab = '',
  {
    study = {},
    classroom = {},
    routes = [],
  }: { study?: Partial<Study>; classroom?: Partial<Classroom>; routes?: FakeRoute[] } = {},
) => {
  const asked = fakeServer(
    routes,
    profileRoute(studentWhoBuilds),
    on(readStudy).answer({ status: 200, body: { ...own, ...study } }),
    on(listSessions).answer({ status: 200, body: emptyList }),
    on(listConsentVersions).answer({ status: 200, body: emptyList }),
    on(readClassReview).answer({ status: 200, body: aReview({ comments: [aComment()] }) }),
    on(readClassroom).answer({ status: 200, body: aBuildingClass(classroom) }),
    on(readStudyFork).answer({ status: 200, body: { template: null, made_at: null, changes: [] } }),
    on(listRehearsals).answer({ status: 200, body: emptyList }),
    on(readPricing).answer({ status: 200, body: pricingWithoutFee }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/experiments/details/${own._id}${tab && `?tab=${tab}`}`);
  return asked;
};
const steps = async () => {
  await screen.findByRole('tab', { name: /Submit for review/ });
  return screen.getAllByRole('tab').map((tab) => tab.querySelector('span span')?.textContent);
};
beforeEach(() => freshBrowser());

test('the steps lead through the review to the launch', async () => {
  show();
  expect(await steps()).toEqual([
    'Details',
    'How it runs',
    'Rehearse',
    'Submit for review',
    'Launch',
    'Consent form',
    'Data',
    'Your group',
  ]);
  expect(await screen.findByText('An instructor reads it before the launch')).toBeVisible();
});

test('an approval is named among the steps', async () => {
  show('', {
    routes: [on(readClassReview).answer({ status: 200, body: aReview({ state: 'approved' }) })],
  });
  expect(await screen.findByRole('tab', { name: /Approved.*Ready to launch/ })).toBeVisible();
  expect(await screen.findByText('Make a session and launch it')).toBeVisible();
});

test('payment, names and criteria cannot be chosen, and comments are shown beside the details', async () => {
  show();
  expect(await screen.findByLabelText('Title')).toBeVisible();
  expect(screen.queryByText(/Reward/)).not.toBeInTheDocument();
  expect(screen.queryByText('Who learns who took part')).not.toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: /Who may take part/ })).not.toBeInTheDocument();
  const said = within(await screen.findByRole('note'));
  expect(said.getByText('Say what it is about.')).toBeVisible();
  expect(said.getByRole('link', { name: 'Answer in the review' })).toBeVisible();
});

test('the form offers only the ways to run a study on this server', async () => {
  show('runs');
  const kinds = within(
    await screen.findByRole('radiogroup', { name: /Where it takes place|run/i }),
  );
  expect(kinds.getAllByRole('radio')).toHaveLength(2);
});

test('a rehearsal is offered only once the runtime is chosen', async () => {
  show('rehearse');
  expect(await screen.findByText(/Simulated participants run your study/)).toBeVisible();
});

test('the consent form of the class can be read, not edited', async () => {
  show('consent');
  expect(await screen.findByText('You may stop at any time.')).toBeVisible();
  expect(screen.getByText(/Your next submission for review puts it in force/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Publish/ })).not.toBeInTheDocument();
});

test('the dialog for a new session has no field that the class decides', async () => {
  const asked = show('sessions', {
    routes: [
      on(createSession).answer({
        status: 201,
        body: aSession({ audience: 'classroom', reward: null, privacy_level: 'anonymous' }),
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'New session' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Only students of your class find it/)).toBeVisible();
  expect(dialog.queryByLabelText('Who can find it')).not.toBeInTheDocument();
  expect(dialog.queryByLabelText('Additional notes')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Create session' }));
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    audience: 'classroom',
    privacy_level: 'anonymous',
    additional_notes: null,
  });
});

test('sessions wait for the review of the study, not for a review of the person', async () => {
  show('sessions');
  expect(await screen.findByText('An instructor approves it first')).toBeVisible();
  expect(screen.queryByText(/researcher identity/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Go to the review' }));
  expect(await screen.findByRole('region', { name: 'Review' })).toBeVisible();
});

test('the page offers the group no roster and no transfer', async () => {
  const since = '2026-11-01T10:00:00Z';
  const person = { since, sees_roster_since: null };
  show('access', {
    routes: [
      on(readCollaborators).answer({
        status: 200,
        body: {
          people: [
            {
              ...person,
              _id: studentWhoBuilds._id,
              first_name: 'Ada',
              last_name: 'Lovelace',
              role: 'owner',
            },
            { ...person, _id: own._id, first_name: 'Mia', last_name: 'Muster', role: 'editor' },
          ],
          invitations: [],
          offer: null,
        },
      }),
    ],
  });
  expect(await screen.findByRole('form', { name: 'Invite a classmate' })).toBeVisible();
  expect(screen.getByText(/Only classmates who build can accept/)).toBeVisible();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  expect(screen.queryByText('Another owner')).not.toBeInTheDocument();
});

test('an archived class says that its studies are erased, and how to export one', async () => {
  show('', { classroom: { state: 'archived' } });
  expect(await screen.findByText('Group A is archived')).toBeVisible();
  expect(screen.getByText(/180 days after archiving/)).toBeVisible();
  expect(
    screen.getByRole('link', { name: 'Make a bundle of the study and its data' }),
  ).toHaveAttribute('href', `/experiments/details/${own._id}?tab=data`);
});

test('in an open class, no notice says that it is closed or archived', async () => {
  show();
  await steps();
  expect(screen.queryByText(/is archived|is closed/)).not.toBeInTheDocument();
});
