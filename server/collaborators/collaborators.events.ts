import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const role = z.strictObject({ study_id: Id, account_id: Id });

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const collaboratorsEvents = {
  'collaborators.invited': z.strictObject({ invitation_id: Id }),
  /**
   * A role, an invitation or an offer of the study has changed, so open pages reload the study's
   * people.
   */
  'collaborators.people-changed': z.strictObject({ study_id: Id }),
  'collaborators.role-changed': role,
  /** The owner gave the collaborator access to rosters with names, or took it away. */
  'collaborators.roster-changed': role,
  /**
   * `left`: true if the collaborators gave up the role themselves, false if the owner removed it.
   */
  'collaborators.role-ended': role.extend({ left: z.boolean() }),
  'collaborators.study-offered': z.strictObject({ offer_id: Id }),
  /**
   * `account_id`: the owner who made the offer. `by`: the collaborator who declined it; null if the
   * offer was made to an email address.
   */
  'collaborators.offer-declined': role.extend({ by: Id.nullable() }),
  'collaborators.study-passed': role.extend({ former_id: Id }),
} as const;

type CollaboratorsEvents = typeof collaboratorsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends CollaboratorsEvents {}
}
