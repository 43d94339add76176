import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context; what an event may contain: contracts/base/events.ts. */
export const paymentsEvents = {
  /**
   * The participant, a researcher or a deadline changed the payment. A change that follows from a
   * decision about the participation has no such event: the event of the decision covers it.
   */
  'payments.payment-changed': z.strictObject({ payment_id: Id }),
  /** A researcher's gift codes of one amount are no longer sufficient (gift-codes/shortages.ts). */
  'payments.gift-codes-low': z.strictObject({ shortage_id: Id, account_id: Id }),
} as const;

type PaymentsEvents = typeof paymentsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends PaymentsEvents {}
}
