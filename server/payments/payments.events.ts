import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context; what an event may contain: contracts/base/events.ts. */
export const paymentsEvents = {
  /** By what its participant, a researcher or a deadline did; what follows a decision has the decision's event. */
  'payments.payment-changed': z.strictObject({ payment_id: Id }),
  /** A researcher's gift codes of one amount do not suffice any more (gift-codes/shortages.ts). */
  'payments.gift-codes-low': z.strictObject({ shortage_id: Id, account_id: Id }),
} as const;

type PaymentsEvents = typeof paymentsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends PaymentsEvents {}
}
