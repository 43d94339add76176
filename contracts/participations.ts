import { z } from 'zod';
import { signedIn } from './base/access';
import { endpoint } from './base/endpoint';
import { Id, IdParams, Instant, Money, Page, pageOf, Sha256, text } from './base/fields';
import { limits } from './base/limits';

/** docs/domain.md, 2. The first five hold a seat or wait for one; `approved` keeps it. */
export const participationStates = [
  'waitlisted',
  'offered',
  'enrolled',
  'started',
  'completed',
  'approved',
  'rejected',
  'withdrawn',
  'offer_expired',
  'timed_out',
  'screened_out',
  'declined_consent',
  'no_show',
  'nullified',
] as const;
export const ParticipationState = z.enum(participationStates);
export type ParticipationState = z.output<typeof ParticipationState>;

export const Participation = z
  .object({
    _id: Id,
    session_id: Id,
    study_id: Id,
    study_title: z.string(),
    state: ParticipationState,
    reward: Money.nullable(),
    duration_minutes: z.int(),
    /** The deadline of an offer, of the start after an enrolment, or of the end after a start. */
    due_at: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Participation' });
export type Participation = z.output<typeof Participation>;

export const Enrol = z
  .strictObject({
    consent: z.strictObject({ _id: Id, sha256: Sha256 }).optional(),
    waitlist: z.literal(true).optional(),
  })
  .meta({ id: 'Enrol' });
export const participantActions = [
  'start',
  'complete',
  'withdraw',
  'decline-consent',
  'accept',
] as const;
export const researcherActions = ['approve', 'reject', 'no-show', 'nullify'] as const;
export const ParticipationAction = z
  .strictObject({
    action: z.enum([...participantActions, ...researcherActions]),
    reason: text(limits.notes).optional(),
  })
  .meta({ id: 'ParticipationAction' });

export const enrol = endpoint('POST', '/api/sessions/{id}/participations/', {
  summary: 'Enrol in a session, or join its waitlist',
  access: signedIn,
  params: IdParams,
  body: Enrol,
  replies: { 201: Participation, 200: Participation },
  errors: [
    'session_full',
    'session_not_active',
    'consent_required',
    'consent_changed',
    'email_not_verified',
    'not_eligible',
    'already_participated',
    'unavailable',
  ],
});
export const listParticipations = endpoint('GET', '/api/participations/', {
  summary: 'The own history of participation',
  access: signedIn,
  query: z.object(Page),
  replies: { 200: pageOf(Participation) },
});
export const moveParticipation = endpoint('PUT', '/api/participations/{id}/', {
  summary: 'Start, complete, withdraw and the other moves of a participation',
  access: { ...signedIn, policy: 'participation.move' },
  params: IdParams,
  body: ParticipationAction,
  replies: { 200: Participation },
  errors: ['forbidden', 'illegal_transition', 'consent_changed', 'session_not_active'],
});
