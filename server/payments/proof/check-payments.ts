import { balancesOf } from '../../ledger/accounts';
import {
  accountsOfKinds,
  entriesByKeys,
  entryKeysWithPrefix,
  lastEntryDayWithPrefix,
} from '../../ledger/entries/entry-records';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import type { BookingAccounts } from '../booking/booking.rule';
import { paymentKeyOf } from '../model/payment-key';
import {
  paymentAgreesWithLedger,
  isPaymentOwed,
  isPaymentUnbooked,
  ledgerKeysOfPayment,
  paymentOfLedgerKey,
  settlementCountOf,
  type PaymentToVerify,
} from './payment-entries.rule';
import type { ReportPaymentsDamage } from './payments-damage';

type On = Pick<Transaction, 'query'>;
const atOnce = 500;

interface Row extends PaymentToVerify {
  currency: string;
  /**
   * Whether the payment's last change is so long ago that a worker must have booked it in the
   * ledger.
   */
  is_settled_day: boolean;
  hold: string | null;
  wallet: string | null;
  payable: string | null;
  gift_codes: string | null;
  hold_currency: string | null;
}

type Steps = Pick<
  PaymentToVerify,
  'id' | 'accruals' | 'returns' | 'returned_settlement_id' | 'settlement_id'
>;

/** A payment that is paid by a gift code or a bank transfer. */
export interface ExpectedPayout {
  readonly paymentId: string;
  readonly method: 'gift_code' | 'bank';
  readonly amount: number;
  readonly currency: string;
  /** The ledger account of the wallet that pays. */
  readonly wallet: string | null;
  readonly isPaid: boolean;
  /** Whether the ledger has booked the payment as paid. */
  readonly isBooked: boolean;
}

/**
 * Compares each payment with its ledger entries.
 * @returns the payouts that must exist, by the payment's key in hex
 */
export async function checkPayments(
  on: On,
  secrets: Pick<Secrets, 'mac'>,
  report: ReportPaymentsDamage,
): Promise<Map<string, ExpectedPayout>> {
  const payouts = new Map<string, ExpectedPayout>();
  const common = await commonAccounts(on);
  const lastDay = await lastEntryDayWithPrefix(on, 'payment:');
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await paymentsAfter(on, after, lastDay);
    const entries = await entriesByKeys(on, rows.flatMap(ledgerKeysOfPayment));
    const balances = await balancesOf(
      on,
      rows.flatMap(({ hold, wallet }) => [hold, wallet].filter((id) => id !== null)),
    );
    for (const row of rows) {
      const accounts = accountsOf(row, common);
      if (!accounts || !paymentAgreesWithLedger(row, entries, accounts))
        report('payment_changed', row.id);
      else if (row.is_settled_day && isPaymentUnbooked(row) && !isUnfunded(row, balances))
        report('payment_unbooked', row.id);
      const payout = payoutOf(row);
      if (payout) payouts.set(paymentKeyOf(secrets, row.id).toString('hex'), payout);
    }
    if (rows.length < atOnce) return payouts;
    after = rows.at(-1)?.id ?? null;
  }
}

/** Checks that each ledger entry about payments belongs to an existing payment. */
export async function checkPaymentEntryKeys(on: On, report: ReportPaymentsDamage): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const page: { id: string; key: string }[] = await entryKeysWithPrefix(
      on,
      'payment:',
      after,
      atOnce,
    );
    const payments = await on.query<Steps>(
      `SELECT id, accruals, returns, returned_settlement_id, settlement_id FROM research.payment
       WHERE id = ANY($1::uuid[])`,
      [page.flatMap(({ key }) => paymentOfLedgerKey(key)?.id ?? [])],
    );
    const steps = new Map(payments.map((one) => [one.id, one]));
    for (const { key } of page) {
      const about = paymentOfLedgerKey(key);
      const known = about && steps.get(about.id);
      const most = known && (about.step === 'owed' ? known.accruals : settlementCountOf(known));
      if (!about || most === undefined || about.n < 1 || about.n > most)
        report('payment_unknown', key);
    }
    if (page.length < atOnce) return;
    after = page.at(-1)?.id ?? null;
  }
}

const paymentsAfter = (on: On, after: string | null, lastDay: string | null): Promise<Row[]> =>
  on.query<Row>(
    `SELECT p.id, p.amount, p.fee, p.currency, p.state, p.method, p.accruals, p.accrual_id, p.settlement_id,
       p.returned_settlement_id, p.returns,
       coalesce(p.day < $2::date - 1, false) AS is_settled_day, h.account_id AS hold,
       h.wallet_account_id AS wallet, h.payable_account_id AS payable, h.currency AS hold_currency,
       w.gift_account_id AS gift_codes
     FROM research.payment p
     LEFT JOIN research.session_hold h ON h.session_id = p.session_id
     LEFT JOIN identity.wallet w ON w.account_id = h.wallet_account_id
     WHERE $1::uuid IS NULL OR p.id > $1 ORDER BY p.id LIMIT ${atOnce}`,
    [after, lastDay],
  );

async function commonAccounts(on: On): Promise<Map<string, string>> {
  const accounts = await accountsOfKinds(on, ['fees', 'outside']);
  return new Map(accounts.map(({ id, kind, unit }) => [`${kind} ${unit}`, id]));
}

/**
 * @returns undefined if no money was reserved for the payment's session in the payment's currency
 */
function accountsOf(
  { hold, wallet, payable, gift_codes, currency, hold_currency }: Row,
  common: ReadonlyMap<string, string>,
): BookingAccounts | undefined {
  if (hold === null || wallet === null || currency !== hold_currency) return undefined;
  return {
    hold,
    wallet,
    // These accounts exist only after the first payment was booked; until then, an empty id matches
    // no ledger account.
    payable: payable ?? '',
    fees: common.get(`fees ${currency}`) ?? '',
    outside: common.get(`outside ${currency}`) ?? '',
    giftCodes: gift_codes,
  };
}

/** Whether the payment is not booked as owed because there is not enough money. */
function isUnfunded(
  row: Row,
  balances: ReadonlyMap<string, { balance: number; minimum: number | null }>,
): boolean {
  if (!isPaymentOwed(row) || row.accrual_id !== null) return false;
  const wallet = balances.get(row.wallet ?? '');
  const held = balances.get(row.hold ?? '')?.balance ?? 0;
  const funds =
    wallet && wallet.minimum === null
      ? Number.POSITIVE_INFINITY
      : held + Math.max(0, (wallet?.balance ?? 0) - (wallet?.minimum ?? 0));
  return funds < row.amount + row.fee;
}

function payoutOf(row: Row): ExpectedPayout | undefined {
  const { id, method, amount, currency, wallet, state } = row;
  if (method !== 'gift_code' && method !== 'bank') return undefined;
  if (state !== 'processing' && state !== 'paid') return undefined;
  return {
    paymentId: id,
    method,
    amount,
    currency,
    wallet,
    isPaid: state === 'paid',
    isBooked: row.settlement_id !== null,
  };
}
