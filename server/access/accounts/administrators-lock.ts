import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';

const administrators = 0x41444d4e; // "ADMN"

/**
 * Takes an exclusive lock until the transaction ends, so that no other transaction can remove an
 * administrator. Take it before you lock any account's row. Without it, two administrators who
 * remove each other's role at the same time would both find that one administrator is left.
 */
export const takeAdministratorsLock = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock($1, 0)`, [administrators]);

/**
 * Takes a shared lock for an action of an administrator. Such actions do not block each other, but
 * wait for a transaction that removes an administrator. Take it before you lock any row.
 */
export const takeSharedAdministratorsLock = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock_shared($1, 0)`, [administrators]);

/**
 * Checks that another administrator is left besides this account. An administrator whose own
 * deletion is pending does not count. The caller must have the exclusive lock.
 * @throws DomainError last_administrator
 */
export async function mustKeepAnotherAdministrator(
  tx: Transaction,
  accountId: string,
): Promise<void> {
  const [other] = await tx.query(
    `SELECT id FROM identity.account WHERE role = 'ADMINISTRATOR' AND status = 'ACTIVE'
     AND disabled_at IS NULL AND deletion_at IS NULL AND id <> $1 LIMIT 1`,
    [accountId],
  );
  if (!other) throw new DomainError('last_administrator');
}

/**
 * Checks that the account is still an administrator's, because the role may have been removed since
 * the token was checked. The caller must have one of the two locks.
 * @throws DomainError forbidden
 */
export async function mustStillBeAdministrator(tx: Transaction, accountId: string): Promise<void> {
  const [administrator] = await tx.query(
    `SELECT id FROM identity.account WHERE id = $1 AND role = 'ADMINISTRATOR' AND disabled_at IS NULL`,
    [accountId],
  );
  if (!administrator) throw new DomainError('forbidden');
}
