import { z } from 'zod';
import { Day, Id } from '../../contracts/base/fields';

/** The events of this context; what an event may contain: contracts/base/events.ts. */
export const noticesEvents = {
  /** The key of a row of identity.digest. */
  'notices.digest-due': z.strictObject({ account_id: Id, day: Day }),
} as const;

type NoticesEvents = typeof noticesEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends NoticesEvents {}
}
