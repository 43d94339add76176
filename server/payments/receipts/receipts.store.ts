import { randomUUID } from 'node:crypto';
import type { ReceiptType } from '../../../contracts/payments/receipts/receipt-number';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { ReceiptRow } from './receipt.entity';

export type StoredReceipt = Pick<
  ReceiptRow,
  'id' | 'type' | 'year' | 'number' | 'body' | 'key_version' | 'signature'
>;
type Query = Pick<Transaction, 'query'>;

const columns = 'id, type, year, number, body, key_version, signature';

/** Waits for every other transaction that issues a receipt of the same item. */
export async function lockReceiptItem(
  tx: Transaction,
  type: ReceiptType,
  id: string,
): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `receipt:${type}:${id}`,
  ]);
}

export async function findValidReceipt(
  on: Query,
  type: ReceiptType,
  id: string,
): Promise<StoredReceipt | undefined> {
  const [row] = await on.query<StoredReceipt>(
    `SELECT ${columns} FROM identity.receipt WHERE thing_id = $2 AND type = $1 AND NOT is_void`,
    [type, id],
  );
  return row;
}

export async function findReceiptByNumber(
  on: Query,
  { type, year, number }: { type: ReceiptType; year: number; number: number },
): Promise<(StoredReceipt & { thing_id: string }) | undefined> {
  const [row] = await on.query<StoredReceipt & { thing_id: string }>(
    `SELECT ${columns}, thing_id FROM identity.receipt WHERE type = $1 AND year = $2 AND number = $3`,
    [type, year, number],
  );
  return row;
}

/** Finds the receipt that voids the given receipt. */
export async function findReplacementReceipt(
  on: Query,
  id: string,
): Promise<StoredReceipt | undefined> {
  const [row] = await on.query<StoredReceipt>(
    `SELECT ${columns} FROM identity.receipt WHERE replaces = $1`,
    [id],
  );
  return row;
}

export async function countReceiptsIssuedOn(
  tx: Transaction,
  { type, id, day }: { type: ReceiptType; id: string; day: string },
): Promise<number> {
  const [row] = await tx.query<{ issued: number }>(
    `SELECT count(*)::int AS issued FROM identity.receipt WHERE thing_id = $2 AND type = $1 AND day = $3::date`,
    [type, id, day],
  );
  return row?.issued ?? 0;
}

/**
 * Takes the next number for receipts of a type in a year. The row of the counter stays locked until
 * the transaction ends, and is rolled back with it, so that no number is skipped.
 */
export async function takeNextReceiptNumber(
  tx: Transaction,
  type: ReceiptType,
  year: number,
): Promise<number> {
  const [row] = await tx.query<{ last: number }>(
    `INSERT INTO identity.receipt_counter AS c (type, year, last) VALUES ($1, $2, 1)
     ON CONFLICT (type, year) DO UPDATE SET last = c.last + 1 RETURNING last`,
    [type, year],
  );
  if (!row) throw new Error('a counter without a row');
  return row.last;
}

/** Inserts a receipt. If the receipt replaces an earlier one, the earlier one becomes void. */
export async function insertReceipt(
  tx: Transaction,
  receipt: Omit<StoredReceipt, 'id'> & Pick<ReceiptRow, 'thing_id' | 'day' | 'replaces'>,
): Promise<StoredReceipt> {
  if (receipt.replaces !== null)
    await tx.query(`UPDATE identity.receipt SET is_void = true WHERE id = $1`, [receipt.replaces]);
  const [row] = await tx.query<StoredReceipt>(
    `INSERT INTO identity.receipt
       (id, type, year, number, thing_id, day, body, key_version, signature, replaces)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
    [
      // Random: a time-ordered id would reveal when a participant requested the receipt.
      randomUUID(),
      receipt.type,
      receipt.year,
      receipt.number,
      receipt.thing_id,
      receipt.day,
      receipt.body,
      receipt.key_version,
      receipt.signature,
      receipt.replaces,
    ],
  );
  if (!row) throw new Error('a receipt was not inserted');
  return row;
}
