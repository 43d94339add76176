import { screen } from '@testing-library/react';
import { refusal } from '../../../test/fake-server';
import { freshBrowser } from '../../../test/render-app';
import { user } from '../../../test/user';
import {
  agreeToConsent,
  consentVersion,
  numberedId,
  aParticipation,
  enrolmentStatus,
  study,
  showStudyPage,
} from '../../../test/shown-study';

beforeEach(() => freshBrowser());

test('the consent form is agreed to by its hash, and then the next step is shown', async () => {
  const w = showStudyPage(study(), () => {
    w.now.study = study({
      enrolment: enrolmentStatus('enrolled', numberedId(7)),
    });
    return { status: 201, body: aParticipation('enrolled') };
  });
  await user.click(await screen.findByRole('button', { name: 'Enroll now' }));
  expect(await screen.findByText('Text of version 1')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Agree and enroll' }));
  expect(await screen.findByText(/Tick this if you agree/)).toBeVisible();
  expect(w.posts()).toHaveLength(0);
  await agreeToConsent();
  expect(await screen.findByRole('heading', { name: 'You are enrolled' })).toBeVisible();
  expect(w.posts().map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: `/api/sessions/${numberedId(2)}/participations/`,
      body: { consent: { _id: numberedId(5), sha256: '1'.repeat(64) } },
    },
  ]);
  expect(await screen.findByRole('button', { name: 'Start' })).toBeEnabled();
});

test('after a withdrawal before the start, the person can enrol again, without a dialog', async () => {
  const w = showStudyPage(study(), () => {
    w.now.study = study({
      enrolment: enrolmentStatus('enrolled', numberedId(7)),
    });
    return { status: 201, body: aParticipation('enrolled') };
  });
  await user.click(await screen.findByRole('button', { name: 'Enroll now' }));
  await screen.findByText('Text of version 1');
  await agreeToConsent();
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByRole('button', { name: 'Enroll now' })).toBeEnabled();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a consent form that changed meanwhile must be read again before the agreement', async () => {
  const w = showStudyPage(study(), () => {
    w.now.consent = consentVersion(2);
    return refusal('consent_changed');
  });
  await user.click(await screen.findByRole('button', { name: 'Enroll now' }));
  await screen.findByText('Text of version 1');
  await agreeToConsent();
  expect(await screen.findByText('Text of version 2')).toBeVisible();
  expect(screen.getByText(/The consent form changed while you were reading/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /I have read this form/ })).not.toBeChecked();
});

test('a session that filled up meanwhile offers the waitlist', async () => {
  const w = showStudyPage(study(), () => {
    w.now.study = study({
      spots_available: 0,
      enrolment: enrolmentStatus('full'),
    });
    return refusal('session_full');
  });
  await user.click(await screen.findByRole('button', { name: 'Enroll now' }));
  await screen.findByText('Text of version 1');
  await agreeToConsent();
  expect(await screen.findByText(/The last spot was taken while you were reading/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Join the waitlist' })).toBeEnabled();
});

test('a person who is not eligible sees why', async () => {
  showStudyPage(
    study({
      enrolment: enrolmentStatus('not_eligible', null, ['too_young']),
    }),
    () => refusal('internal'),
  );
  expect(await screen.findByRole('button', { name: 'Not eligible' })).toBeDisabled();
  expect(screen.getByText('You are younger than the study asks for.')).toBeVisible();
});
