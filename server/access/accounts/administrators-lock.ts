import { DomainError } from '../../platform/http/errors';
import type { Transaction } from '../../platform/db/unit-of-work';

const administrators = 0x41444d4e; // "ADMN"

/**
 * Until the end of this transaction, nobody else takes an administrator away. Take it before any
 * account's row is locked: two who end each other's role at the same moment would otherwise both
 * find that one is left.
 */
export const lockAdministrators = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock($1, 0)`, [administrators]);

/**
 * Others who do what only administrators may do do not wait for each other, but for whoever takes
 * one away. Before any row is locked, too.
 */
export const shareAdministrators = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock_shared($1, 0)`, [administrators]);

/**
 * Behind the lock. One whose own deletion is pending does not count.
 * @throws DomainError last_administrator
 */
export async function mustLeaveAnAdministrator(tx: Transaction, accountId: string): Promise<void> {
  const [other] = await tx.query(
    `SELECT id FROM identity.account WHERE role = 'ADMINISTRATOR' AND status = 'ACTIVE'
     AND disabled_at IS NULL AND deletion_at IS NULL AND id <> $1 LIMIT 1`,
    [accountId],
  );
  if (!other) throw new DomainError('last_administrator');
}

/**
 * Behind the lock: the role may have been taken since the token was checked.
 * @throws DomainError forbidden
 */
export async function mustStillBeAdministrator(tx: Transaction, accountId: string): Promise<void> {
  const [administrator] = await tx.query(
    `SELECT id FROM identity.account WHERE id = $1 AND role = 'ADMINISTRATOR' AND disabled_at IS NULL`,
    [accountId],
  );
  if (!administrator) throw new DomainError('forbidden');
}
