import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { IdParams } from '../base/fields';
import { limits } from '../base/limits';
import { enrolmentLimits } from '../enrolment/limits';

const whole = (max: number) => z.coerce.number().int().min(0).max(max);

/** In minor units of the currency; `reward` and `fee` of one participant. */
export const SessionCost = z
  .object({
    /** The capacity, as it is or as the query states it. */
    seats: z.int(),
    reward: z.int(),
    fee: z.int(),
    /** What the answers may earn on top, of all spots, with the fee; 0 where they change no payment. */
    by_answers: z.int(),
    /** The most that the answers of one participant may earn; 0 where they change no payment, or it was paid. */
    by_answers_most: z.int(),
    total: z.int(),
    /** Held for the session now. */
    held: z.int(),
    /** What the owner's wallet lacks; 0 where it may pay. */
    missing: z.int(),
    /** Null where the session pays nothing. */
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
