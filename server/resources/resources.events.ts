import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context; what an event may contain: contracts/base/events.ts. */
export const resourcesEvents = {
  /** The bytes of a version were stored: a worker reads them. */
  'resources.version-stored': z.strictObject({ resource_id: Id, number: z.int() }),
  /** The virus scanner has found something in a version; `signature` is what it calls that. */
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
