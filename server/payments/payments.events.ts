import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context; what an event may contain: contracts/base/events.ts. */
export const paymentsEvents = {
  /**
   * The participant, a researcher or a deadline changed the payment. If the payment changes because
   * of a decision about the participation, this event is not recorded: the event of the decision
   * covers the change.
   */
  'payments.payment-changed': z.strictObject({ payment_id: Id }),
  /** A researcher's gift codes of one amount are no longer sufficient (gift-codes/shortages.ts). */
  'payments.gift-codes-low': z.strictObject({ shortage_id: Id, account_id: Id }),
} as const;

type PaymentsEvents = typeof paymentsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends PaymentsEvents {}
}
