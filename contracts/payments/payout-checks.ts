import { z } from 'zod';
import { administratorsOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, PageQuery, pageSchemaOf } from '../base/fields';

/**
 * A gift code or bank transfer that waits for an administrator, since its participant would be paid more than the
 * reporting threshold in the year (`REPORTING_THRESHOLDS`). It names neither the participant nor the study.
 */
export const PayoutCheck = z
  .object({
    _id: Id,
    /** Minor units. */
    amount: z.int(),
    currency: z.string(),
    /** The day (UTC) on which the participant chose how to be paid. */
    day: z.iso.date(),
    year: z.int(),
    /** The participant's total for the year in minor units, this payment included. */
    year_total: z.int(),
  })
  .meta({ id: 'PayoutCheck' });
export type PayoutCheck = z.output<typeof PayoutCheck>;

export const listPayoutChecks = endpoint('GET', '/api/payout-checks/', {
  summary: 'Payments that wait for a check, since they exceed a reporting threshold',
  access: administratorsOnly,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(PayoutCheck) },
  errors: ['forbidden', 'second_factor_missing'],
});
export const releasePayout = endpoint('PUT', '/api/payout-checks/{id}/', {
  summary: 'Release a payment that waited for a check: it is paid as its participant chose',
  access: administratorsOnly,
  params: IdParams,
  body: z.strictObject({ action: z.literal('release') }),
  replies: { 204: null },
  errors: ['forbidden', 'second_factor_missing'],
});
