import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import type { AccountKind, SystemAccountKind } from './account.entity';

export interface Balance {
  readonly id: string;
  readonly kind: AccountKind;
  readonly unit: string;
  /** Minor units. */
  readonly balance: number;
  /** The lowest balance that is allowed; null for any. */
  readonly minimum: number | null;
}

type Query = Pick<Transaction, 'query'>;

/**
 * Opens an account with the balance 0.
 * @param minimum minor units; null for any balance
 * @returns its id
 */
export async function openAccount(
  tx: Query,
  kind: Exclude<AccountKind, SystemAccountKind>,
  unit: string,
  minimum: number | null = 0,
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO ledger.account (id, kind, unit, minimum) VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`,
    [kind, unit, minimum],
  );
  return must(row).id;
}

/**
 * Finds the system account of this kind and unit, and opens it on first use. Its balance has no
 * minimum.
 */
export async function findOrOpenSystemAccount(
  tx: Query,
  kind: SystemAccountKind,
  unit: string,
): Promise<string> {
  const find = () =>
    tx.query<{ id: string }>(`SELECT id FROM ledger.account WHERE kind = $1 AND unit = $2`, [
      kind,
      unit,
    ]);
  const [found] = await find();
  if (found) return found.id;
  await tx.query(
    `INSERT INTO ledger.account (id, kind, unit) VALUES (gen_random_uuid(), $1, $2)
     ON CONFLICT (kind, unit) WHERE kind IN ('fees', 'clearing', 'outside') DO NOTHING`,
    [kind, unit],
  );
  const [added] = await find();
  return must(added).id;
}

/** Reads the current balances by account id; they cannot change if the transaction has locked the accounts. */
export async function balancesOf(
  tx: Query,
  accountIds: readonly string[],
): Promise<Map<string, Balance>> {
  const rows = await tx.query<
    Omit<Balance, 'balance' | 'minimum'> & { balance: string; minimum: string | null }
  >(`SELECT id, kind, unit, balance, minimum FROM ledger.account WHERE id = ANY($1::uuid[])`, [
    accountIds,
  ]);
  return new Map(
    rows.map(({ balance, minimum, ...row }) => [
      row.id,
      { ...row, balance: Number(balance), minimum: minimum === null ? null : Number(minimum) },
    ]),
  );
}

/** Locks accounts until the transaction ends, in the order of their ids. */
export async function lockAccounts(tx: Query, accountIds: readonly string[]): Promise<void> {
  await tx.query(`SELECT ledger.lock_accounts($1::uuid[])`, [accountIds]);
}

/**
 * Changes the minimum of a balance.
 * @throws DomainError `insufficient_funds` if the balance is already lower
 */
export async function setMinimum(
  tx: Query,
  accountId: string,
  minimum: number | null,
): Promise<void> {
  const [row] = await tx.query<{ done: boolean }>(`SELECT ledger.set_minimum($1, $2) AS done`, [
    accountId,
    minimum,
  ]);
  if (!must(row).done) throw new DomainError('insufficient_funds');
}

function must<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('the ledger has no such account');
  return row;
}
