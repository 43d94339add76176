import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { activeAccountId, insertAccount, lockEmail } from '../../access/accounts/accounts.store';
import { deleteOtherRegistrations } from './external-sign-in-steps';

export interface AccountToProvision {
  email: string;
  first_name: string;
  last_name: string;
  /**
   * The hash of the password; null if the account's holder sets a password later, with a reset
   * code.
   */
  passwordHash: string | null;
  role?: 'ADMINISTRATOR' | null;
  is_researcher?: boolean;
  researcher_privilege?: boolean | null;
  organization?: string | null;
  interests?: string | null;
}
export interface ProvisionedAccount {
  id: string;
  created: boolean;
}

/**
 * Creates an ACTIVE account for the server's operator, without a mail: for example the first
 * administrator, or an account of the demo. An existing account of the address stays unchanged;
 * unverified registrations of the address are deleted.
 */
export async function provisionAccount(
  tx: Transaction,
  account: AccountToProvision,
  now: Date,
): Promise<ProvisionedAccount> {
  await lockEmail(tx, account.email);
  const knownId = await activeAccountId(tx, account.email);
  if (knownId !== undefined) return { id: knownId, created: false };
  const id = timeOrderedId();
  const { passwordHash, is_researcher = false, ...fields } = account;
  await insertAccount(
    tx,
    {
      ...fields,
      id,
      is_researcher,
      password_hash: passwordHash,
      status: 'ACTIVE',
      language: 'en',
    },
    now,
  );
  await deleteOtherRegistrations(tx, { id, email: account.email });
  return { id, created: true };
}
