import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const account = z.strictObject({ account_id: Id });

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const authenticationEvents = {
  'identity.reset-requested': z.strictObject({ reset_id: Id, account_id: Id }),
  'identity.password-reset': account,
  'identity.identity-linked': z.strictObject({ account_id: Id, identity_id: Id }),
  'identity.identity-unlinked': account,
  'identity.second-factor-changed': account,
  'identity.sso-trust-asked': z.strictObject({ connection_id: Id }),
  /**
   * A single sign-on connection was enabled for the first time, so no person has signed in through
   * it yet.
   */
  'identity.sso-enabled': z.strictObject({ connection_id: Id }),
  /**
   * A change of a single sign-on connection took effect. Only events of older versions have no
   * `change_id`.
   */
  'identity.sso-trust-in-force': z.strictObject({ connection_id: Id, change_id: Id.optional() }),
  'identity.signed-out': z.strictObject({ account_id: Id, token_id: Id.nullable() }),
} as const;

type AuthenticationEvents = typeof authenticationEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends AuthenticationEvents {}
}
