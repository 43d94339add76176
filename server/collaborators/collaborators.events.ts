import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const role = z.strictObject({ study_id: Id, account_id: Id });

/** The events of this context; what an event may contain: contracts/base/events.ts. */
export const collaboratorsEvents = {
  'collaborators.invited': z.strictObject({ invitation_id: Id }),
  /** A role, an invitation or an offer of the study changed: open pages reload it. */
  'collaborators.people-changed': z.strictObject({ study_id: Id }),
  'collaborators.role-changed': role,
  /** The collaborator was given access to rosters with names, or lost it again. */
  'collaborators.roster-changed': role,
  /** `left`: by the person’s own will; else the owner took the role. */
  'collaborators.role-ended': role.extend({ left: z.boolean() }),
  'collaborators.study-offered': z.strictObject({ offer_id: Id }),
  /** `account_id` made the offer; `by` declined it, null where it was made to an address. */
  'collaborators.offer-declined': role.extend({ by: Id.nullable() }),
  'collaborators.study-passed': role.extend({ former_id: Id }),
} as const;

type CollaboratorsEvents = typeof collaboratorsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends CollaboratorsEvents {}
}
