import { balancesOf } from '../../ledger/accounts';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { ExpectedPayout } from './check-payments';
import type { ReportPaymentsDamage } from './payments-damage';

type On = Pick<Transaction, 'query'>;
const atOnce = 2_000;

interface Code {
  id: string;
  wallet_id: string;
  wallet: string;
  currency: string;
  amount: number;
  key: string | null;
  is_written_off: boolean;
}
interface Transfer {
  id: string;
  amount: number;
  currency: string;
  state: string;
  key: string;
}

/**
 * Compares gift codes and bank transfers with their payments, and the value of each stock with its
 * ledger account.
 * @param expected the payouts that must exist, by the payment's key in hex
 */
export async function checkPayouts(
  on: On,
  expected: ReadonlyMap<string, ExpectedPayout>,
  report: ReportPaymentsDamage,
): Promise<void> {
  const made = new Set<string>();
  const stock = new Map<string, number>();
  for await (const code of pages((after) => on.query<Code>(codes, [after]))) {
    const payment = code.key === null ? undefined : expected.get(code.key);
    const isItsOwn =
      payment?.method === 'gift_code' &&
      payment.amount === code.amount &&
      payment.wallet === code.wallet;
    if (code.key !== null && !isItsOwn) report('payout_unknown', `gift code ${code.id}`);
    if (code.key !== null && isItsOwn) made.add(code.key);
    // A code that was handed out still counts as stock until the ledger has booked its payment as
    // paid.
    const isInStock = code.key === null ? !code.is_written_off : isItsOwn && !payment.isBooked;
    if (isInStock) stock.set(code.wallet_id, (stock.get(code.wallet_id) ?? 0) + code.amount);
  }
  for await (const transfer of pages((after) => on.query<Transfer>(transfers, [after]))) {
    const payment = expected.get(transfer.key);
    // A job updates the payment of a returned transfer shortly after the return, and then the
    // participant may choose again. So the payment may still be `paid`, or may already have another
    // method.
    if (transfer.state === 'returned') {
      if (payment?.method === 'bank') made.add(transfer.key);
      continue;
    }
    const isItsOwn =
      payment?.method === 'bank' &&
      payment.amount === transfer.amount &&
      payment.currency === transfer.currency;
    if (!isItsOwn) report('payout_unknown', `bank transfer ${transfer.id}`);
    else if (transfer.state === 'paid') made.add(transfer.key);
  }
  for (const [key, { isPaid, paymentId }] of expected)
    if (isPaid && !made.has(key)) report('payout_missing', paymentId);
  await checkStock(on, stock, report);
}

const codes = `SELECT c.id, c.wallet_id, w.account_id AS wallet, w.currency, c.amount,
    encode(c.payment_key, 'hex') AS key, c.written_off_on IS NOT NULL AS is_written_off
  FROM identity.gift_code c JOIN identity.wallet w ON w.id = c.wallet_id
  WHERE $1::uuid IS NULL OR c.id > $1 ORDER BY c.id LIMIT ${atOnce}`;
/**
 * SQL: a page of transfers. Returned transfers are left out, except those whose payment is still to
 * be updated. After the update, the payment may be paid in another way.
 */
const transfers = `SELECT id, amount, currency, state, encode(payment_key, 'hex') AS key
  FROM identity.bank_payout WHERE (state <> 'returned' OR is_late_return) AND ($1::uuid IS NULL OR id > $1)
  ORDER BY id LIMIT ${atOnce}`;

async function* pages<Row extends { id: string }>(
  read: (after: string | null) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await read(after);
    yield* rows;
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.id ?? null;
  }
}

async function checkStock(
  on: On,
  stock: ReadonlyMap<string, number>,
  report: ReportPaymentsDamage,
): Promise<void> {
  const wallets = await on.query<{ id: string; gift_account_id: string | null }>(
    `SELECT id, gift_account_id FROM identity.wallet ORDER BY id`,
  );
  const balances = await balancesOf(
    on,
    wallets.flatMap(({ gift_account_id }) => gift_account_id ?? []),
  );
  for (const { id, gift_account_id } of wallets)
    if ((stock.get(id) ?? 0) !== (balances.get(gift_account_id ?? '')?.balance ?? 0))
      report('stock_changed', id);
}
