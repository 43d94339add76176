import type { Transaction } from '../platform/db/unit-of-work';

/** Whether the account became an administrator's at this time or later. */
export async function becameAdministratorSince(
  tx: Transaction,
  accountId: string,
  since: Date,
): Promise<boolean> {
  const [given] = await tx.query(
    `SELECT 1 FROM platform.audit WHERE subject_id = $1 AND action = 'role-given' AND at >= $2 LIMIT 1`,
    [accountId, since],
  );
  return given !== undefined;
}
