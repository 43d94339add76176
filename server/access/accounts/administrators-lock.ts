import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';

const administrators = 0x41444d4e; // "ADMN"

/**
 * Exclusive lock, held until the transaction ends: no other transaction can remove an
 * administrator. Take it before any account's row is locked: two administrators who remove each
 * other's role concurrently would otherwise both find that one is left.
 */
export const lockAdministrators = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock($1, 0)`, [administrators]);

/**
 * Shared lock for actions of administrators: they do not block each other, but wait for a
 * transaction that removes an administrator. Take it before any row is locked.
 */
export const shareAdministrators = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock_shared($1, 0)`, [administrators]);

/**
 * Requires the exclusive lock. An administrator whose own deletion is pending does not count.
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
 * Requires one of the locks: the role may have been removed since the token was checked.
 * @throws DomainError forbidden
 */
export async function mustStillBeAdministrator(tx: Transaction, accountId: string): Promise<void> {
  const [administrator] = await tx.query(
    `SELECT id FROM identity.account WHERE id = $1 AND role = 'ADMINISTRATOR' AND disabled_at IS NULL`,
    [accountId],
  );
  if (!administrator) throw new DomainError('forbidden');
}
