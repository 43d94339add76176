import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const account = z.strictObject({ account_id: Id });

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const accountsEvents = {
  'identity.verification-requested': account,
  'identity.known-address-registered': account,
  'identity.account-activated': account,
  'identity.profile-changed': account,
  'identity.deletion-asked': account,
  'identity.deletion-requested': account,
  'identity.deletion-cancelled': account,
  'identity.deletion-reminder-due': account,
  'identity.account-purged': account,
  'identity.account-disabled': account,
} as const;

type AccountsEvents = typeof accountsEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends AccountsEvents {}
}
