import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Whether an organization of the list has this domain or a parent of it: `mail.uni.edu` matches
 * `uni.edu`.
 * @param domain in lower case
 */
export async function isKnownDomain(tx: Transaction, domain: string): Promise<boolean> {
  const labels = domain.split('.');
  const above = labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
  const rows = await tx.query(
    `SELECT 1 FROM identity.organization WHERE domains && $1::text[] LIMIT 1`,
    [above],
  );
  return rows.length > 0;
}
