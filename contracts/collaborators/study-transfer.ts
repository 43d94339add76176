import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Email, Id, IdParams, Instant } from '../base/fields';

/*
 * How a study passes to another owner (docs/decisions/collaborators.md). A person who gets an offer
 * by mail reads it with `readOfferedRole` (contracts/collaborators/collaborators.ts). The same call
 * reads invitations.
 */

export const StudyOffer = z
  .object({
    /**
     * The collaborator to whom the study is offered; null where it is offered to an email address.
     */
    to: z.object({ _id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
    email: z.string().nullable(),
    /** Whether the present owner stays as an editor after the transfer; with `false` they leave the study. */
    stays: z.boolean(),
    expires_at: Instant,
  })
  .meta({ id: 'StudyOffer' });
export type StudyOffer = z.output<typeof StudyOffer>;

const transfer = '/api/studies/{id}/transfer/';
const manage = { ...researchersOnly, policy: 'collaborator.manage' } as const;
/** Why a study cannot change its owner now, or why a particular person cannot become its owner. */
export const transferRefusals = [
  'sandbox_only',
  'take_over_not_approved',
  'study_recruiting',
  'study_tied',
  'study_holds_money',
  'takes_part',
] as const;

export const offerStudy = endpoint('POST', transfer, {
  summary: 'Offer an own study to a collaborator, or by mail to somebody else; one offer at a time',
  access: manage,
  params: IdParams,
  body: z
    .strictObject({ account: Id.optional(), email: Email.optional(), stays: z.boolean() })
    .refine(({ account, email }) => (account === undefined) !== (email === undefined), {
      error: 'invalid',
      path: ['email'],
    }),
  replies: { 201: StudyOffer },
  errors: [
    'forbidden',
    'email_not_verified',
    'not_found',
    'offer_open',
    'sandbox_only',
    'study_recruiting',
    'study_tied',
    'study_holds_money',
  ],
});
export const withdrawStudyOffer = endpoint('DELETE', transfer, {
  summary: 'Take the offer of an own study back',
  access: manage,
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden', 'not_found'],
});
export const answerStudyOffer = endpoint('PUT', transfer, {
  summary: 'Accept or decline a study that one is offered as its collaborator',
  access: { ...researchersOnly, policy: 'study.take_over' },
  params: IdParams,
  body: z.strictObject({ answer: z.enum(['accept', 'decline']) }),
  replies: { 204: null },
  errors: ['forbidden', 'email_not_verified', 'not_found', ...transferRefusals],
});
/** Like `answerStudyOffer`, for an offer that was sent to an email address. */
export const answerStudyOfferByKey = endpoint('POST', '/api/collaborations/transfers/', {
  summary: 'Accept or decline a study that a mail’s link offers; the link counts once',
  access: researchersOnly,
  body: z.strictObject({
    key: z.string().min(20).max(100),
    answer: z.enum(['accept', 'decline']),
  }),
  replies: { 200: z.object({ study_id: Id.nullable() }) },
  errors: ['forbidden', 'email_not_verified', 'not_found', 'own_study', ...transferRefusals],
});
