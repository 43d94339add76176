import { z } from 'zod';
import { Day, Id } from '../../contracts/base/fields';

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const noticesEvents = {
  /**
   * A mail about new studies is due for this account on this day. The account and the day identify
   * a row of identity.digest.
   */
  'notices.digest-due': z.strictObject({ account_id: Id, day: Day }),
} as const;

type NoticesEvents = typeof noticesEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends NoticesEvents {}
}
