import type { TermsAcceptance } from '../../contracts/operator/operator';
import type { Transaction } from '../platform/db/unit-of-work';
import { badField } from '../platform/errors/errors';

type Accepted = NonNullable<TermsAcceptance['accepted']>;

/**
 * Records that an account accepted a version of the terms. Recording it a second time changes
 * nothing.
 * @throws DomainError validation_failed if this installation never had this version
 */
export async function recordTermsAcceptance(
  tx: Transaction,
  { accountId, version, field }: { accountId: string; version: string; field: string },
  now: Date,
): Promise<void> {
  const known = await tx.query<{ language: string }>(
    `SELECT language FROM platform.operator_page WHERE name = 'terms' AND version = $1
     ORDER BY language LIMIT 1`,
    [version],
  );
  if (!known[0]) throw badField(field, 'invalid');
  await tx.query(
    `INSERT INTO identity.terms_acceptance (account_id, version, language, accepted_at)
     VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [accountId, version, known[0].language, now],
  );
}

/** SQL for the versions of the terms that an account accepted, the newest first. */
export const termsAcceptancesSql = `SELECT version, language, accepted_at FROM identity.terms_acceptance
  WHERE account_id = $1 ORDER BY accepted_at DESC, version`;
export type AcceptedTermsRow = Omit<Accepted, 'accepted_at'> & { accepted_at: Date };
