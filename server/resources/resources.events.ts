import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const resourcesEvents = {
  /** The bytes of a version are stored, and a worker should read them. */
  'resources.version-stored': z.strictObject({ resource_id: Id, number: z.int() }),
  /** The virus scanner has found malware in a version; `signature` is its name for that malware. */
  'resources.version-quarantined': z.strictObject({
    account_id: Id,
    resource_id: Id,
    number: z.int(),
    signature: z.string().max(200),
  }),
} as const;

type ResourcesEvents = typeof resourcesEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends ResourcesEvents {}
}
