import { timeOrderedId } from '../platform/db/ids';
import type { Transaction } from '../platform/db/unit-of-work';
import { lockEmail } from './email-lock';
import { endOtherRegistrations } from './end-other-registrations';

export interface AccountToProvision {
  email: string;
  first_name: string;
  last_name: string;
  passwordHash: string;
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
 * An ACTIVE account set up by whoever runs the server, without a mail: the first administrator, the
 * demo. An account that holds the address already is left as it is; registrations that wait for
 * their verification give way.
 */
export async function provisionAccount(
  tx: Transaction,
  account: AccountToProvision,
  now: Date,
): Promise<ProvisionedAccount> {
  await lockEmail(tx, account.email);
  const [known] = await tx.query<{ id: string }>(
    `SELECT id FROM identity.account WHERE email = $1 AND status = 'ACTIVE'`,
    [account.email],
  );
  if (known) return { id: known.id, created: false };
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.account (id, email, first_name, last_name, password_hash, role, is_researcher,
      researcher_privilege, organization, interests, status, language, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'ACTIVE', 'en', $11, $11)`,
    [
      id,
      account.email,
      account.first_name,
      account.last_name,
      account.passwordHash,
      account.role ?? null,
      account.is_researcher ?? false,
      account.researcher_privilege ?? null,
      account.organization ?? null,
      account.interests ?? null,
      now,
    ],
  );
  await endOtherRegistrations(tx, { id, email: account.email });
  return { id, created: true };
}
