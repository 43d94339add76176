import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context; what an event may contain: contracts/base/events.ts. */
export const collaboratorsEvents = {
  'collaborators.invited': z.strictObject({ invitation_id: Id }),
} as const;

type CollaboratorsEvents = typeof collaboratorsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends CollaboratorsEvents {}
}
