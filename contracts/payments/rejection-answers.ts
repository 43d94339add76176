import { z } from 'zod';
import { administratorsOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, PageQuery, pageSchemaOf, multilineText } from '../base/fields';
import { RejectionCategory } from '../enrolment/participations';
import { paymentsLimits } from './limits';

/**
 * A participant's answer to a rejection, and what an administrator needs to decide about it. It
 * names neither the participant nor the study. Administrators also see the amounts and recipients
 * of bank transfers, so the study would reveal who took part in it.
 */
export const RejectionAnswer = z
  .object({
    /** The id of the payment. */
    _id: Id,
    /** Minor units. */
    amount: z.int(),
    currency: z.string(),
    category: RejectionCategory.nullable(),
    /** The researcher's reason. */
    reason: z.string().nullable(),
    /** The participant's answer. */
    answer: z.string(),
    /** UTC. */
    rejected_on: z.iso.date(),
    /** The last day (UTC) on which an administrator can overturn the rejection. */
    decide_until: z.iso.date(),
  })
  .meta({ id: 'RejectionAnswer' });
export type RejectionAnswer = z.output<typeof RejectionAnswer>;

const reason = multilineText(paymentsLimits.verdict);
export const RejectionAnswerDecision = z.discriminatedUnion('action', [
  /** The participation is approved; the participant reads the reason in an email. */
  z.strictObject({ action: z.literal('overturn'), reason }),
  /** The rejection stands; the participant reads the reason next to the answer. */
  z.strictObject({ action: z.literal('uphold'), reason }),
]);
export type RejectionAnswerDecision = z.output<typeof RejectionAnswerDecision>;

export const listRejectionAnswers = endpoint('GET', '/api/rejection-answers/', {
  summary:
    'Answers to rejections that wait for an administrator, the oldest rejection first; not those of the own studies',
  access: administratorsOnly,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(RejectionAnswer) },
  errors: ['forbidden', 'second_factor_missing'],
});
export const decideRejectionAnswer = endpoint('PUT', '/api/rejection-answers/{id}/', {
  summary: 'Overturn a rejection that its participant answered, or let it stand',
  access: administratorsOnly,
  params: IdParams,
  body: RejectionAnswerDecision,
  replies: { 204: null },
  errors: ['forbidden', 'second_factor_missing', 'already_decided', 'decision_final'],
});
