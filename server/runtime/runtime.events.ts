import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const runtimeEvents = {
  /**
   * The study did not begin in a run of the session. `account_id` is a person who works on the
   * study and may already see that.
   */
  'runtime.never-began': z.strictObject({ session_id: Id, account_id: Id }),
} as const;

type RuntimeEvents = typeof runtimeEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends RuntimeEvents {}
}
