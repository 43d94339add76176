import { ownParticipationIdPages } from '../enrolment/personal-data.read';
import type { ExportFile } from '../platform/context/context';
import type { PagedRows, Snapshot } from '../platform/db/snapshot';
import type { Secrets } from '../platform/security/secrets';
import { yearTotalKeyOf } from './checks/year-totals';
import { readHandedOutGiftCodes } from './gift-codes/handed-out-codes';
import { readStoredBankAccount } from './bank/payout-method';
import type { PaymentRow } from './model/payment.entity';
import { paymentsTexts } from './payments-texts';
import { paymentKeyOf } from './model/payment-key';

type Pages = PagedRows['pages'];

type ExportedPayment = Pick<
  PaymentRow,
  | 'id'
  | 'participation_id'
  | 'kind'
  | 'amount'
  | 'currency'
  | 'state'
  | 'method'
  | 'confirmed_by'
  | 'day'
  | 'answer'
> & { reason: string | null; upheld_because: string | null };

/** Reads what the person was paid for their participations, with the gift codes that they got. */
async function* paymentRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  for await (const ids of ownParticipationIdPages(snapshot, accountId, secrets)) {
    const payments = await snapshot.query<ExportedPayment>(
      `SELECT p.id, p.participation_id, p.kind, b.reason, p.amount, p.currency, p.state, p.method, p.confirmed_by,
         p.day::text AS day, p.answer, s.reason AS upheld_because
       FROM research.payment p LEFT JOIN research.bonus b ON b.id = p.bonus_id
         LEFT JOIN research.rejection_verdict s ON s.payment_id = p.id
       WHERE p.participation_id = ANY($1::uuid[]) ORDER BY p.day, p.id`,
      [ids],
    );
    const keys = new Map(payments.map(({ id }) => [id, paymentKeyOf(secrets, id)]));
    const codes = await readHandedOutGiftCodes(snapshot, secrets, [...keys.values()]);
    const rows = payments.map((payment) => ({
      ...payment,
      gift_code: codes.get(keys.get(payment.id)?.toString('hex') ?? '') ?? null,
    }));
    if (rows.length > 0) yield rows;
  }
}

/** Reads the bank account that the person had stored. */
async function* methodRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  const account = await readStoredBankAccount(snapshot, secrets, accountId);
  if (account) yield [account];
}

/**
 * Reads what the person is paid per year. Only installations that check payments above a threshold
 * store this.
 */
async function* totalRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  const rows = await snapshot.query<{ year: number; currency: string; amount: string }>(
    `SELECT year, currency, amount FROM identity.payout_total WHERE account_key = $1 ORDER BY year, currency`,
    [yearTotalKeyOf(secrets, accountId)],
  );
  if (rows.length > 0) yield rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }));
}

/** The files of the data export about payments: for a participant, and for a researcher. */
export const paymentsExports: readonly ExportFile[] = [
  {
    name: 'payments',
    position: 75,
    explains: paymentsTexts.sentence('export.payments'),
    sections: [
      { name: 'payments', read: paymentRows },
      { name: 'payout_method', read: methodRows },
      { name: 'payout_totals', read: totalRows },
    ],
  },
  {
    name: 'wallets',
    position: 157,
    explains: paymentsTexts.sentence('export.wallets'),
    sections: [
      {
        name: 'wallets',
        table: 'identity.wallet',
        where: 'researcher_id = $1',
        without: ['researcher_id', 'account_id', 'gift_account_id', 'stock_counted_on'],
      },
      {
        name: 'allotments',
        table: 'identity.allotment',
        where: 'wallet_id IN (SELECT w.id FROM identity.wallet w WHERE w.researcher_id = $1)',
        without: ['entry_id'],
      },
      {
        name: 'deposits',
        table: 'identity.deposit',
        where: 'researcher_id = $1',
        without: ['researcher_id', 'request_key', 'bank_reference_key', 'entry_id'],
      },
      {
        name: 'refunds',
        table: 'identity.wallet_refund',
        where: 'wallet_id IN (SELECT w.id FROM identity.wallet w WHERE w.researcher_id = $1)',
        without: ['entry_id'],
      },
      {
        name: 'bonuses',
        table: 'research.bonus',
        where: 'created_by = $1',
        without: ['created_by', 'request_key', 'digest'],
      },
      {
        name: 'invoice_address',
        table: 'identity.invoice_address',
        where: 'account_id = $1',
        without: ['account_id'],
      },
      {
        name: 'gift_codes',
        table: 'identity.gift_code',
        where: 'wallet_id IN (SELECT w.id FROM identity.wallet w WHERE w.researcher_id = $1)',
        // These columns are left out: the day on which a code was handed out reveals when a
        // participant acted, and the code itself belongs to that participant.
        without: ['code_key', 'sealed', 'payment_key', 'handed_on'],
      },
    ],
  },
];
