import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { IdParams } from '../base/fields';
import { limits } from '../base/limits';
import { enrolmentLimits } from '../enrolment/limits';

const whole = (max: number) => z.coerce.number().int().min(0).max(max);

/**
 * What a session costs, in minor units of the currency; `reward` and `fee` are for one participant.
 */
export const SessionCost = z
  .object({
    /**
     * The number of seats for which the cost is computed: the capacity, or the number in the query.
     */
    seats: z.int(),
    reward: z.int(),
    fee: z.int(),
    /**
     * The most that payments for answers may cost over all spots, including the fee; 0 where
     * answers do not change the payment.
     */
    by_answers: z.int(),
    /**
     * The most that answers may earn one participant; 0 where answers do not change the payment,
     * and where the session has already paid by answers.
     */
    by_answers_most: z.int(),
    total: z.int(),
    /** How much money is reserved for the session now. */
    held: z.int(),
    /** How much the owner's wallet lacks for the session; 0 where it suffices. */
    missing: z.int(),
    /** The currency of all amounts; null where the session pays nothing. */
    currency: z.string().nullable(),
  })
  .meta({ id: 'SessionCost' });
export type SessionCost = z.output<typeof SessionCost>;

export const readSessionCost = endpoint('GET', '/api/sessions/{id}/cost/', {
  summary: 'What a session may cost, as it is or with another capacity or reward',
  access: { ...researchersOnly, policy: 'session.manage' },
  params: IdParams,
  query: z.object({
    capacity: whole(enrolmentLimits.capacity).optional(),
    reward: whole(limits.moneyAmount).optional(),
  }),
  replies: { 200: SessionCost },
  errors: ['forbidden'],
});
