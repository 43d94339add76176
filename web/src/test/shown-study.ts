import { screen } from '@testing-library/react';
import { user } from './user';
import { type Consent, readConsent } from '../../../contracts/studies/consents';
import {
  readExternalStudyLink,
  returnByCode,
} from '../../../contracts/external-returns/external-returns';
import {
  enrol,
  listParticipations,
  changeParticipationState,
  type Participation,
} from '../../../contracts/enrolment/participations';
import { readSlotBookingOptions, type SlotBookingOptions } from '../../../contracts/slots/slots';
import { readStudy, type Study } from '../../../contracts/studies/studies';
import { useAuth } from '../lib/auth/auth.store';
import { renderPage } from './render-app';
import { distantFuture, profileRoute, aUser } from './common-answers';
import { type FakeAnswer, fakeServer, on } from './fake-server';

export const numberedId = (n: number) => `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const study = (more: Partial<Study> = {}): Study => ({
  _id: numberedId(1),
  title: 'Faces in a crowd',
  description: 'Look at faces.',
  duration_minutes: 20,
  median_minutes: null,
  reward: { amount: 450, currency: 'EUR' },
  payment_terms: { how: 'bank transfer', within_days: 14 },
  privacy_level: 'anonymous',
  too_few_people: false,
  anonymity: null,
  kept_demographics: [],
  names_shown_to: [],
  additional_notes: null,
  follows: [],
  requirements: [],
  eligibility: [],
  runtime: { kind: 'external', url: 'https://survey.example.org/x?a=1' },
  maximum_minutes: 60,
  allow_repeats: false,
  offers_credit: false,
  state: 'ready',
  recruiting: true,
  spots_available: 3,
  researcher: {
    _id: numberedId(9),
    first_name: 'Grace',
    last_name: 'Hopper',
    organization: 'Yale',
  },
  ...{ passed_to: null, own: false },
  role: null,
  launched_version: null,
  version: null,
  classroom_id: null,
  consent: { _id: numberedId(5), version: 1, sha256: 'a'.repeat(64), title: 'Consent' },
  enrolment: {
    button: 'enroll_now',
    reasons: [],
    missing_fields: [],
    session_id: numberedId(2),
    participation_id: null,
  },
  created_at: '2026-10-01T10:00:00Z',
  updated_at: '2026-10-01T10:00:00Z',
  ...more,
});
export const consentVersion = (version: number): Consent => ({
  _id: numberedId(4 + version),
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
export const externalStudyLink = 'https://survey.example.org/x?a=1&participant=aa';
/** The caller's enrolment in the study, as the page reads it. */
export const enrolmentStatus = (
  button: Study['enrolment']['button'],
  participation_id: string | null = null,
  reasons: Study['enrolment']['reasons'] = [],
): Study['enrolment'] => ({
  button,
  reasons,
  missing_fields: [],
  session_id: numberedId(2),
  participation_id,
});
export const aParticipation = (state: Participation['state']): Participation => ({
  _id: numberedId(7),
  session_id: numberedId(2),
  study_id: numberedId(1),
  study_title: 'Faces in a crowd',
  state,
  reward: null,
  payment_terms: null,
  payer: null,
  part_due: null,
  pay_by: null,
  duration_minutes: 20,
  due_at: null,
  reason: null,
  category: null,
  data_withdrawn_on: null,
  consent_withdrawn: false,
  paused: false,
  runs_outside: state === 'started',
  runs_here: false,
  may_withdraw_data: false,
  by_appointment: false,
  researcher_concludes: false,
  created_at: '2026-10-01T10:00:00Z',
  updated_at: '2026-10-01T10:00:00Z',
});

/**
 * Shows the page of a study to a signed-in person.
 * @returns the server's answers, which a test may change, and the requests that the page sends
 */
export function showStudyPage(
  start: Study,
  answerToEnrol: () => FakeAnswer<typeof enrol>,
  own: Partial<Participation> = {},
  choice: Partial<SlotBookingOptions> = {},
) {
  const now = {
    study: start,
    consent: consentVersion(1),
    state: 'enrolled' as Participation['state'],
  };
  const asked = fakeServer(
    profileRoute(aUser()),
    on(listParticipations).answer(() => ({
      status: 200,
      body: { items: [{ ...aParticipation(now.state), ...own }], next_cursor: null },
    })),
    on(readConsent).answer(() => ({ status: 200, body: now.consent })),
    on(readExternalStudyLink).answer(() => ({
      status: 200,
      body: { url: externalStudyLink, arrived: [] },
    })),
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
    on(readSlotBookingOptions).answer(() => ({
      status: 200,
      body: {
        session_id: numberedId(2),
        may_book: now.state === 'enrolled',
        kind: 'onsite' as const,
        tag: 'aaaabbbb',
        booking: null,
        former: null,
        change_until_hours: 24,
        slots: [],
        ...choice,
      },
    })),
    on(enrol).answer(() => answerToEnrol()),
    on(changeParticipationState).answer(() => {
      now.study = start;
      return { status: 200, body: aParticipation('withdrawn') };
    }),
    on(readStudy).answer(() => ({ status: 200, body: now.study })),
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/study/details/${numberedId(1)}`);
  return { now, asked, posts: () => asked.filter(({ method }) => method === 'POST') };
}
export const agreeToConsent = async () => {
  await user.click(
    await screen.findByRole('checkbox', {
      name: 'I have read this form, and I agree to take part',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Agree and enroll' }));
};
