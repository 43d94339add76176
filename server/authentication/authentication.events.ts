import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const account = z.strictObject({ account_id: Id });

/** The events of this context; what an event may hold: contracts/base/events.ts. */
export const authenticationEvents = {
  'identity.reset-requested': z.strictObject({ reset_id: Id, account_id: Id }),
  'identity.password-reset': account,
  'identity.identity-linked': z.strictObject({ account_id: Id, identity_id: Id }),
  'identity.identity-unlinked': account,
  'identity.second-factor-changed': account,
  'identity.sso-trust-asked': z.strictObject({ connection_id: Id }),
  /** The connection is enabled for the first time: no person has signed in by it yet. */
  'identity.sso-enabled': z.strictObject({ connection_id: Id }),
  /** `change_id`: missing only in events of an older version. */
  'identity.sso-trust-in-force': z.strictObject({ connection_id: Id, change_id: Id.optional() }),
  'identity.signed-out': z.strictObject({ account_id: Id, token_id: Id.nullable() }),
} as const;

type AuthenticationEvents = typeof authenticationEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends AuthenticationEvents {}
}
