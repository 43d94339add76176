import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const runtimeEvents = {
  /**
   * `account_id` is a person who works on the study and whose list shows a run that never began.
   */
  'runtime.never-began': z.strictObject({ session_id: Id, account_id: Id }),
} as const;

type RuntimeEvents = typeof runtimeEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends RuntimeEvents {}
}
