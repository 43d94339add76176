import { act, screen } from '@testing-library/react';
import type { Study } from '../../../../contracts/studies/studies';
import { useAuth } from '../../lib/auth/auth.store';
import { refusal } from '../../test/fake-server';
import { freshBrowser } from '../../test/render-app';
import { user } from '../../test/user';
import { numberedId, enrolmentStatus, study, showStudyPage } from '../../test/shown-study';

beforeEach(() => freshBrowser());

test('reward, duration and privacy are stated before the enrolment', async () => {
  showStudyPage(study(), () => refusal('internal'));
  expect(await screen.findByText('€4.50')).toBeVisible();
  expect(screen.getByText('about 20 minutes · €13.50 an hour')).toBeVisible();
  expect(screen.getByText('The researchers never learn who took part.')).toBeVisible();
  expect(screen.getByText('3 spots available')).toBeVisible();
});

test('people who run the study see what changed since the launched version, which participants see', async () => {
  const changed = { session_id: numberedId(2), launched_at: '2026-05-03T10:00:00Z' };
  showStudyPage(
    study({ own: true, launched_version: { ...changed, changed: ['title', 'reward'] } }),
    () => refusal('internal'),
  );
  expect(await screen.findByText('Participants see the version of May 3, 2026')).toBeVisible();
  expect(screen.getByText(/Changed since then: title and payment\./)).toBeVisible();
});

test('page and consent form say that there are too few people for anonymity, and which answers are kept', async () => {
  showStudyPage(study({ too_few_people: true, kept_demographics: ['age'] }), () =>
    refusal('internal'),
  );
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

test.each([
  ['by_construction', /^Anonymous by construction: the study is built of this site’s own parts\./],
  ['by_agreement', /^Anonymous by agreement: .* They agree not to\.$/],
] as const)('page and consent form say that a study is anonymous %s', async (anonymity, words) => {
  showStudyPage(study({ anonymity }), () => refusal('internal'));
  expect(await screen.findByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enroll now' }));
  expect(await screen.findByRole('checkbox')).toBeVisible();
  expect(await screen.findByText(words)).toBeVisible();
});

test('page and consent form name each person who can see names', async () => {
  const person = { last_name: 'Lovelace', organization: 'University of London' };
  showStudyPage(
    study({
      privacy_level: 'roster_on_start',
      anonymity: null,
      names_shown_to: [
        { ...person, _id: numberedId(8), first_name: 'Ada' },
        { ...person, _id: numberedId(9), first_name: 'Eve', organization: null },
      ],
    }),
    () => refusal('internal'),
  );
  const words = 'Names are shown to Ada Lovelace (University of London) and Eve Lovelace.';
  expect(await screen.findByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enroll now' }));
  expect(await screen.findByRole('checkbox')).toBeVisible();
  expect(await screen.findByText(words)).toBeVisible();
});

test('the page lists the earlier studies that the eligibility depends on', async () => {
  const follows: Study['follows'] = [
    { filter: 'completed_any_of', titles: ['Voices', 'Faces'] },
    { filter: 'completed_none_of', titles: ['Tones'] },
    { filter: 'participated_none_of', titles: ['Colours'] },
  ];
  showStudyPage(study({ follows }), () => refusal('internal'));
  expect(await screen.findByText('For people who completed Voices or Faces.')).toBeVisible();
  expect(screen.getByText('Not for people who completed Tones.')).toBeVisible();
  expect(screen.getByText('Not for people who took part in Colours.')).toBeVisible();
});

test('the people of a study get links to view it instead of the button for enrolling', async () => {
  showStudyPage(
    study({
      own: true,
      enrolment: enrolmentStatus('not_eligible', null, ['own_study']),
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

test('a visitor is offered a new account first, and returns to the study afterwards', async () => {
  showStudyPage(
    study({
      enrolment: enrolmentStatus('sign_in'),
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
  expect(useAuth.getState().redirectUrl).toBe(`/study/details/${numberedId(1)}`);
});

test('the study names its researcher, with a link to the researcher’s page', async () => {
  showStudyPage(study(), () => refusal('internal'));
  expect(await screen.findByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
    'href',
    `/researchers/${numberedId(9)}`,
  );
});

test('the page says from which minutes the pay per hour is computed', async () => {
  showStudyPage(study(), () => refusal('internal'));
  expect(await screen.findByText('By the time that the study states')).toBeVisible();
});

test('with a median, the page computes the pay per hour from it', async () => {
  showStudyPage(study({ median_minutes: 24.3 }), () => refusal('internal'));
  expect(
    await screen.findByText('about 20 minutes · €11.11 an hour by the time people took'),
  ).toBeVisible();
  expect(screen.getByText('By the median of people until yesterday: 24.3 min')).toBeVisible();
});
