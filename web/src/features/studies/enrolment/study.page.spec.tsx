import { act, screen, within } from '@testing-library/react';
import { user } from '../../../test/user';
import { type Consent, readConsent } from '../../../../../contracts/consents';
import { readOwnExternal, returnByCode } from '../../../../../contracts/external-returns';
import {
  enrol,
  listParticipations,
  moveParticipation,
  type Participation,
} from '../../../../../contracts/participations';
import { readStudy, type Study } from '../../../../../contracts/studies';
import { useAuth } from '../../../lib/auth.store';
import { freshBrowser, renderPage } from '../../../test/render-app';
import { later, profileOf, someone } from '../../../test/common-answers';
import { type FakeAnswer, fakeServer, on, refusal } from '../../../test/fake-server';

const id = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const study = (more: Partial<Study> = {}): Study => ({
  _id: id(1),
  title: 'Faces in a crowd',
  description: 'Look at faces.',
  duration_minutes: 20,
  reward: { amount: 450, currency: 'EUR' },
  privacy_level: 'anonymous',
  too_few_people: false,
  kept_demographics: [],
  additional_notes: null,
  follows: [],
  requirements: [],
  eligibility: [],
  runtime: { kind: 'external', url: 'https://survey.example.org/x?a=1' },
  maximum_minutes: 60,
  allow_repeats: false,
  state: 'ready',
  recruiting: true,
  spots_available: 3,
  researcher: { _id: id(9), first_name: 'Grace', last_name: 'Hopper', organization: 'Yale' },
  ...{ passed_to: null, own: false },
  role: null,
  launched_version: null,
  version: null,
  consent: { _id: id(5), version: 1, sha256: 'a'.repeat(64), title: 'Consent' },
  enrolment: {
    button: 'enroll_now',
    reasons: [],
    missing_fields: [],
    session_id: id(2),
    participation_id: null,
  },
  created_at: '2026-10-01T10:00:00Z',
  updated_at: '2026-10-01T10:00:00Z',
  ...more,
});
const consent = (version: number): Consent => ({
  _id: id(4 + version),
  version,
  sha256: String(version).repeat(64),
  title: 'Consent',
  kind: 'markdown',
  body_markdown: `Text of version ${version}`,
  file_url: null,
  locale: null,
  comprehension: null,
  translations: [],
  withdrawn: null,
  created_at: '2026-10-01T10:00:00Z',
});
const link = 'https://survey.example.org/x?a=1&participant=aa';
const mine = (state: Participation['state']): Participation => ({
  _id: id(7),
  session_id: id(2),
  study_id: id(1),
  study_title: 'Faces in a crowd',
  state,
  reward: null,
  duration_minutes: 20,
  due_at: null,
  reason: null,
  category: null,
  data_withdrawn_on: null,
  consent_withdrawn: false,
  runs_outside: state === 'started',
  runs_here: false,
  may_withdraw_data: false,
  by_appointment: false,
  created_at: '2026-10-01T10:00:00Z',
  updated_at: '2026-10-01T10:00:00Z',
});

function world(
  start: Study,
  answerToEnrol: () => FakeAnswer<typeof enrol>,
  own: Partial<Participation> = {},
) {
  const now = {
    study: start,
    consent: consent(1),
    state: 'enrolled' as Participation['state'],
  };
  const asked = fakeServer(
    profileOf(someone()),
    on(listParticipations).answer(() => ({
      status: 200,
      body: { items: [{ ...mine(now.state), ...own }], next_cursor: null },
    })),
    on(readConsent).answer(() => ({ status: 200, body: now.consent })),
    on(readOwnExternal).answer(() => ({ status: 200, body: { url: link, arrived: [] } })),
    on(returnByCode).answer(({ body }) => ({
      status: 200,
      body: {
        ...(body.code === 'ABCD2345'
          ? { result: 'done' as const, reason: null, outcome: 'completed' as const }
          : { result: 'refused' as const, reason: 'wrong_code' as const, outcome: null }),
        state: 'started' as const,
        study_id: null,
        study_title: null,
      },
    })),
    on(enrol).answer(() => answerToEnrol()),
    on(moveParticipation).answer(() => {
      now.study = start;
      return { status: 200, body: mine('withdrawn') };
    }),
    on(readStudy).answer(() => ({ status: 200, body: now.study })),
  );
  useAuth.getState().signedIn('tok', later);
  renderPage(`/study/details/${id(1)}`);
  return { now, asked, posts: () => asked.filter(({ method }) => method === 'POST') };
}
const agree = async () => {
  await user.click(
    await screen.findByRole('checkbox', {
      name: 'I have read this form, and I agree to take part',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Agree and enroll' }));
};
beforeEach(() => freshBrowser());
test('money and time are concrete, and who learns what is said before asking', async () => {
  world(study(), () => refusal('internal'));
  expect(await screen.findByText('€4.50')).toBeVisible();
  expect(screen.getByText('about 20 minutes · €13.50 an hour')).toBeVisible();
  expect(screen.getByText('The researchers never learn who took part.')).toBeVisible();
  expect(screen.getByText('3 spots available')).toBeVisible();
});
test('a device that does not fit is told before enrolling, and the check is offered', async () => {
  world(study({ requirements: ['phone', 'tablet'] }), () => refusal('internal'));
  expect(await screen.findByRole('button', { name: 'Not eligible' })).toBeDisabled();
  const panel = within(screen.getByRole('region', { name: 'Take part' }));
  expect(await panel.findByText('This study needs a tablet or a phone.')).toBeVisible();
  expect(panel.getByRole('link', { name: 'Check your device' })).toHaveAttribute(
    'href',
    `/study/details/${id(1)}/check`,
  );
});
test('a seat is not taken back by a device that does not fit: it is said before the start', async () => {
  const enrolment = {
    button: 'enrolled' as const,
    reasons: [],
    missing_fields: [],
    session_id: id(2),
    participation_id: id(7),
  };
  world(study({ requirements: ['phone'], enrolment }), () => refusal('internal'));
  expect(await screen.findByText('This device or browser does not fit')).toBeVisible();
  expect(screen.getAllByText('This study needs a phone.')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Start' })).toBeEnabled();
});
test('who runs it reads what was changed since the launch whose words participants read', async () => {
  const changed = { session_id: id(2), launched_at: '2026-05-03T10:00:00Z' };
  world(study({ own: true, launched_version: { ...changed, changed: ['title', 'reward'] } }), () =>
    refusal('internal'),
  );
  expect(await screen.findByText('Participants see the version of May 3, 2026')).toBeVisible();
  expect(screen.getByText(/Changed since then: title and payment\./)).toBeVisible();
});
test('whose consent form was withdrawn reads so, and is not led to start', async () => {
  const { enrolment } = study();
  world(
    study({ enrolment: { ...enrolment, button: 'enrolled', participation_id: id(7) } }),
    () => refusal('internal'),
    { consent_withdrawn: true },
  );
  expect(await screen.findByText('The consent form was withdrawn')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
});
test('page and consent form say that too few people take part, and what is kept of a person', async () => {
  world(study({ too_few_people: true, kept_demographics: ['age'] }), () => refusal('internal'));
  const said = [
    'Too few people to be anonymous',
    'Kept with your answers: your age in bands of five years.',
  ];
  for (const words of said) expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText('The researchers never learn who took part.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Enroll now' }));
  expect(await screen.findByRole('checkbox')).toBeVisible();
  for (const words of said) expect(await screen.findByText(words)).toBeVisible();
});
test('participants read which earlier studies let them in', async () => {
  const follows: Study['follows'] = [
    { filter: 'completed_any_of', titles: ['Voices', 'Faces'] },
    { filter: 'completed_none_of', titles: ['Tones'] },
    { filter: 'participated_none_of', titles: ['Colours'] },
  ];
  world(study({ follows }), () => refusal('internal'));
  expect(await screen.findByText('For people who completed Voices or Faces.')).toBeVisible();
  expect(screen.getByText('Not for people who completed Tones.')).toBeVisible();
  expect(screen.getByText('Not for people who took part in Colours.')).toBeVisible();
});
test('the consent form is read and agreed to by its hash, and then the next step is on screen', async () => {
  const w = world(study(), () => {
    w.now.study = study({
      enrolment: {
        button: 'enrolled',
        reasons: [],
        missing_fields: [],
        session_id: id(2),
        participation_id: id(7),
      },
    });
    return { status: 201, body: mine('enrolled') };
  });
  await user.click(await screen.findByRole('button', { name: 'Enroll now' }));
  expect(await screen.findByText('Text of version 1')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Agree and enroll' }));
  expect(await screen.findByText(/Tick this if you agree/)).toBeVisible();
  expect(w.posts()).toHaveLength(0);
  await agree();
  expect(await screen.findByRole('heading', { name: 'You are enrolled' })).toBeVisible();
  expect(w.posts().map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: `/api/sessions/${id(2)}/participations/`,
      body: { consent: { _id: id(5), sha256: '1'.repeat(64) } },
    },
  ]);
  expect(await screen.findByRole('button', { name: 'Start' })).toBeEnabled();
});
test('withdrawing before the start is undone by enrolling again: the button is back, and no dialog with it', async () => {
  const w = world(study(), () => {
    w.now.study = study({
      enrolment: {
        button: 'enrolled',
        reasons: [],
        missing_fields: [],
        session_id: id(2),
        participation_id: id(7),
      },
    });
    return { status: 201, body: mine('enrolled') };
  });
  await user.click(await screen.findByRole('button', { name: 'Enroll now' }));
  await screen.findByText('Text of version 1');
  await agree();
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByRole('button', { name: 'Enroll now' })).toBeEnabled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
test('a consent form that changed meanwhile is read again before anything is agreed to', async () => {
  const w = world(study(), () => {
    w.now.consent = consent(2);
    return refusal('consent_changed');
  });
  await user.click(await screen.findByRole('button', { name: 'Enroll now' }));
  await screen.findByText('Text of version 1');
  await agree();
  expect(await screen.findByText('Text of version 2')).toBeVisible();
  expect(screen.getByText(/The consent form changed while you were reading/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /I have read this form/ })).not.toBeChecked();
});
test('a session that filled up meanwhile offers the waitlist', async () => {
  const w = world(study(), () => {
    w.now.study = study({
      spots_available: 0,
      enrolment: {
        button: 'full',
        reasons: [],
        missing_fields: [],
        session_id: id(2),
        participation_id: null,
      },
    });
    return refusal('session_full');
  });
  await user.click(await screen.findByRole('button', { name: 'Enroll now' }));
  await screen.findByText('Text of version 1');
  await agree();
  expect(await screen.findByText(/The last spot was taken while you were reading/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Join the waitlist' })).toBeEnabled();
});
test('a study outside is opened by the link of the server, and a click does not finish it', async () => {
  const w = world(
    study({
      enrolment: {
        button: 'started',
        reasons: [],
        missing_fields: [],
        session_id: id(2),
        participation_id: id(7),
      },
    }),
    () => refusal('internal'),
  );
  w.now.state = 'started';
  const open = await screen.findByRole('link', { name: 'Open the study' });
  expect(open).toHaveAttribute('href', link);
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'I have finished' })).toBeNull();
});
test('the code of a study outside is typed here, and a wrong one is told', async () => {
  const w = world(
    study({
      enrolment: {
        button: 'started',
        reasons: [],
        missing_fields: [],
        session_id: id(2),
        participation_id: id(7),
      },
    }),
    () => refusal('internal'),
  );
  w.now.state = 'started';
  const field = await screen.findByRole('textbox', { name: /Code that the study shows/ });
  await user.type(field, 'WRONG');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText(/This is no code of this study/)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'ABCD2345');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText(/is done. The researchers review it/)).toBeVisible();
});
test('who is not eligible reads why', async () => {
  world(
    study({
      enrolment: {
        button: 'not_eligible',
        reasons: ['too_young'],
        missing_fields: [],
        session_id: id(2),
        participation_id: null,
      },
    }),
    () => refusal('internal'),
  );
  expect(await screen.findByRole('button', { name: 'Not eligible' })).toBeDisabled();
  expect(screen.getByText('You are younger than the study asks for.')).toBeVisible();
});
test('the people of a study are offered a look at it instead of a seat', async () => {
  world(
    study({
      own: true,
      enrolment: {
        button: 'not_eligible',
        reasons: ['own_study'],
        missing_fields: [],
        session_id: id(2),
        participation_id: null,
      },
    }),
    () => refusal('internal'),
  );
  const open = await screen.findByRole('link', { name: 'Open the study without taking part' });
  expect(open.getAttribute('href')).toMatch(
    /^https:\/\/survey\.example\.org\/x\?a=1&participant=[0-9a-f]{32}&study=/,
  );
  expect(screen.queryByRole('button', { name: 'Not eligible' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Preview the consent form' }));
  expect(await screen.findByText('Text of version 1')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
test('a stranger is led to a new account first, and comes back to the study', async () => {
  world(
    study({
      enrolment: {
        button: 'sign_in',
        reasons: [],
        missing_fields: [],
        session_id: id(2),
        participation_id: null,
      },
    }),
    () => refusal('internal'),
  );
  act(() => useAuth.getState().signedOut());
  const [first, second] = await screen.findAllByRole('button', {
    name: /^(Create your account|Sign in to enroll)$/,
  });
  expect(first).toHaveTextContent('Create your account');
  expect(second).toHaveTextContent('Sign in to enroll');
  if (first) await user.click(first);
  expect(useAuth.getState().redirectUrl).toBe(`/study/details/${id(1)}`);
});
test('the study names its researcher, with a link to what is known of them', async () => {
  world(study(), () => refusal('internal'));
  expect(await screen.findByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
    'href',
    `/researchers/${id(9)}`,
  );
});
