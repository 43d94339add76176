import {
  receiptNumber,
  type ReceiptType,
} from '../../../contracts/payments/receipts/receipt-number';
import type { Transaction } from '../../platform/db/unit-of-work';
import { isSignedBy } from '../../platform/security/ed25519';
import type { ReportPaymentsDamage } from './payments-damage';

type On = Pick<Transaction, 'query'>;
const atOnce = 200;

interface Row {
  type: ReceiptType;
  year: number;
  number: number;
  day: string;
  thing_id: string;
  body: string;
  key_version: number;
  signature: Buffer;
  is_void: boolean;
  /**
   * `voids`: the receipt that this receipt replaces. `voided`: how many receipts replace this
   * receipt.
   */
  voids: { type: ReceiptType; year: number; number: number; thing_id: string } | null;
  voided: number;
}

/**
 * Checks signatures and numbers of receipts: in each type and year, each number from 1 to the last
 * number of the counter occurs once.
 */
export async function checkReceipts(
  on: On,
  keys: readonly { version: number; key: Buffer }[],
  report: ReportPaymentsDamage,
): Promise<void> {
  const publicKeys = new Map(keys.map(({ version, key }) => [version, key]));
  const counters = await on.query<{ type: ReceiptType; year: number; last: number }>(
    `SELECT type, year, last FROM identity.receipt_counter
     UNION SELECT r.type, r.year, 0 FROM identity.receipt r WHERE NOT EXISTS (
       SELECT FROM identity.receipt_counter c WHERE c.type = r.type AND c.year = r.year)
     ORDER BY type, year`,
  );
  for (const { type, year, last } of counters) {
    let before = 0;
    for (;;) {
      const rows = await receiptsAfter(on, type, year, before);
      for (const row of rows) {
        if (row.number > before + 1)
          report('receipt_missing', receiptNumber(type, year, before + 1));
        if (row.number > last) report('receipt_unknown', receiptNumber(type, year, row.number));
        if (!isGenuine(row, publicKeys.get(row.key_version)))
          report('receipt_changed', receiptNumber(type, year, row.number));
        before = row.number;
      }
      if (rows.length < atOnce) break;
    }
    if (last > before) report('receipt_missing', receiptNumber(type, year, before + 1));
  }
}

const receiptsAfter = (on: On, type: ReceiptType, year: number, after: number): Promise<Row[]> =>
  on.query<Row>(
    `SELECT r.type, r.year, r.number, r.day::text AS day, r.thing_id, r.body, r.key_version, r.signature, r.is_void,
       (SELECT json_build_object('type', f.type, 'year', f.year, 'number', f.number, 'thing_id', f.thing_id)
         FROM identity.receipt f WHERE f.id = r.replaces) AS voids,
       (SELECT count(*)::int FROM identity.receipt l WHERE l.replaces = r.id) AS voided
     FROM identity.receipt r WHERE r.type = $1 AND r.year = $2 AND r.number > $3 ORDER BY r.number LIMIT ${atOnce}`,
    [type, year, after],
  );

/** Whether a receipt's bytes are signed and agree with its columns. */
function isGenuine(row: Row, key: Buffer | undefined): boolean {
  const { type, year, number, voids } = row;
  if (!key || !isSignedBy(key, row.body, row.signature)) return false;
  const body = JSON.parse(row.body) as Record<string, unknown>;
  return (
    body['type'] === type &&
    body['number'] === receiptNumber(type, year, number) &&
    body['day'] === row.day &&
    Number(row.day.slice(0, 4)) === year &&
    body['id'] === row.thing_id &&
    body['key_version'] === row.key_version &&
    body['replaces'] === (voids && receiptNumber(voids.type, voids.year, voids.number)) &&
    (voids === null || (voids.type === type && voids.thing_id === row.thing_id)) &&
    row.is_void === row.voided > 0
  );
}
