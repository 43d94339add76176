import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import {
  Id,
  IdParams,
  Instant,
  PrivateLinkKey,
  Money,
  PageQuery,
  pageSchemaOf,
  Sha256,
  multilineText,
} from '../base/fields';
import { limits } from '../base/limits';
import { enrolmentLimits } from './limits';
import { PartialPay, SessionPayer, PaymentTerms } from '../studies/payment-terms';

/**
 * The states of docs/domain.md, 2. `offered`, `enrolled`, `started`, `completed` and `approved`
 * take a seat; `waitlisted` waits for one.
 */
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

/** The reasons for which a researcher may reject a participation (docs/domain.md, 2). */
export const rejectionCategories = [
  'too_fast',
  'failed_checks',
  'low_effort',
  'instructions_not_followed',
  'no_data',
  'other',
] as const;
export const RejectionCategory = z.enum(rejectionCategories);
export type RejectionCategory = z.output<typeof RejectionCategory>;

export const Participation = z
  .object({
    _id: Id,
    session_id: Id,
    study_id: Id,
    study_title: z.string(),
    /**
     * Whether the study runs at another website, which reports the end itself, so that the
     * participant cannot complete it by a click.
     */
    runs_outside: z.boolean(),
    /**
     * Whether the study runs on a page of this server. Its data are stored here, and the
     * participation is completed once all data have arrived.
     */
    runs_here: z.boolean(),
    state: ParticipationState,
    reward: Money.nullable(),
    /**
     * The payment terms as the launch froze them; null for launches from before this field existed,
     * and where the study states none.
     */
    payment_terms: PaymentTerms.nullable(),
    /**
     * The owner of the study, who pays the reward; null where nothing is paid, and where the
     * owner's account is erased.
     */
    payer: SessionPayer.nullable(),
    /**
     * The amount that is due to the participant for leaving early. While the study is in progress:
     * the amount that a withdrawal now would earn. After the participant withdrew or was screened
     * out: the amount that is due now. Null in all other states, and where nothing is due.
     */
    part_due: PartialPay.nullable(),
    /**
     * The latest time at which the reward is paid, once the participation is completed; null before
     * that, and where nothing is paid.
     */
    pay_by: Instant.nullable(),
    duration_minutes: z.int(),
    /**
     * The time limit of the current state: for accepting an offer, for starting after an enrolment,
     * for ending after a start, or for the review. At the end of the review, the completion is
     * approved automatically.
     */
    due_at: Instant.nullable(),
    /**
     * The researchers' reason for ending or refusing the participation, in their words. It is
     * `session_closed` if the session closed while the participation waited.
     */
    reason: z.string().nullable(),
    category: RejectionCategory.nullable(),
    /**
     * The day (UTC) on which the participant withdrew their data. Later exports do not contain
     * these data.
     */
    data_withdrawn_on: z.iso.date().nullable(),
    /**
     * Whether the session is paused and the participant has not started: they can start once the session is resumed,
     * and the deadline for the start is suspended until then.
     */
    paused: z.boolean(),
    /**
     * Whether the consent form to which the participant agreed was withdrawn: then the
     * participation cannot start any more.
     */
    consent_withdrawn: z.boolean(),
    may_withdraw_data: z.boolean(),
    /**
     * Whether the study takes place on site or by video: the participant books a slot, and the researcher records who
     * came.
     */
    by_appointment: z.boolean(),
    /**
     * Whether the participant follows written instructions: the participant starts, and the researcher records the
     * completion.
     */
    researcher_concludes: z.boolean(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Participation' });
export type Participation = z.output<typeof Participation>;

export const EnrolRequest = z
  .strictObject({
    consent: z.strictObject({ _id: Id, sha256: Sha256 }).optional(),
    waitlist: z.literal(true).optional(),
    /** The key of the private link, for a session that has one. */
    link: PrivateLinkKey.optional(),
  })
  .meta({ id: 'Enrol' });
export const participantActions = [
  'start',
  'complete',
  'withdraw',
  'decline-consent',
  'accept',
  'withdraw-data',
] as const;
export const researcherActions = [
  'approve',
  'reject',
  'no-show',
  'nullify',
  'screen-out',
  'attend',
  'conclude',
  'overturn',
] as const;

const reason = multilineText(limits.notes);
/**
 * Rejects a participation, with a category and with a reason that is long enough for the
 * participant to respond to it.
 */
const Rejection = z.strictObject({
  action: z.literal('reject'),
  category: RejectionCategory,
  reason: multilineText(limits.notes, enrolmentLimits.rejectionReason),
});
const Nullification = z.strictObject({ action: z.literal('nullify'), reason });
/**
 * Reverses an earlier decision: approves a rejected participation, or restores the state that a
 * cancelled one had before.
 */
const Overturning = z.strictObject({ action: z.literal('overturn'), reason });
const otherDecisions = ['approve', 'no-show', 'screen-out', 'attend', 'conclude'] as const;

export const ParticipationAction = z
  .discriminatedUnion('action', [
    Rejection,
    Nullification,
    Overturning,
    z.strictObject({
      action: z.enum([...participantActions, ...otherDecisions]),
      reason: reason.optional(),
    }),
  ])
  .meta({ id: 'ParticipationAction' });
/** What a researcher may do with a participation on the roster. */
export const RosterDecision = z
  .discriminatedUnion('action', [
    Rejection,
    Nullification,
    Overturning,
    z.strictObject({ action: z.enum(otherDecisions), reason: reason.optional() }),
  ])
  .meta({ id: 'RosterDecision' });

export const enrol = endpoint('POST', '/api/sessions/{id}/participations/', {
  summary: 'Enrol in a session, or join its waitlist',
  access: signedIn,
  params: IdParams,
  body: EnrolRequest,
  replies: { 201: Participation, 200: Participation },
  errors: [
    'session_full',
    'session_not_active',
    'consent_required',
    'consent_changed',
    'questions_not_passed',
    'email_not_verified',
    'not_eligible',
    'own_study',
    'already_participated',
    'unavailable',
  ],
});
export const listParticipations = endpoint('GET', '/api/participations/', {
  summary: 'The own history of participation',
  access: signedIn,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(Participation) },
});
export const changeParticipationState = endpoint('PUT', '/api/participations/{id}/', {
  summary: 'Start, complete, withdraw and the other moves of a participation',
  access: { ...signedIn, policy: 'participation.move' },
  params: IdParams,
  body: ParticipationAction,
  replies: { 200: Participation },
  errors: [
    'forbidden',
    'illegal_transition',
    'slot_ahead',
    'decision_final',
    'data_withdrawn',
    'return_required',
    'data_incomplete',
    'consent_invalid',
    'session_not_active',
    'session_paused',
  ],
});
