import { ownParticipationPages } from '../enrolment/personal-data.read';
import type { ExportFile } from '../platform/context/context';
import type { PagedRows, Snapshot } from '../platform/db/snapshot';
import type { Secrets } from '../platform/security/secrets';
import { handedCodes } from './gift-codes/handed-codes';
import { rememberedAccount } from './bank/payout-method';
import type { PaymentRow } from './model/payment.entity';
import { paymentsTexts } from './payments-texts';
import { paymentKeyOf } from './model/payment-key';

type Pages = PagedRows['pages'];

type ExportedPayment = Pick<
  PaymentRow,
  | 'id'
  | 'participation_id'
  | 'amount'
  | 'currency'
  | 'state'
  | 'method'
  | 'confirmed_by'
  | 'day'
  | 'answer'
>;

/** What the person's participations were paid, with the gift codes that they were given. */
async function* paymentRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  for await (const ids of ownParticipationPages(snapshot, accountId, secrets)) {
    const payments = await snapshot.query<ExportedPayment>(
      `SELECT id, participation_id, amount, currency, state, method, confirmed_by, day::text AS day, answer
       FROM research.payment WHERE participation_id = ANY($1::uuid[]) ORDER BY day, id`,
      [ids],
    );
    const keys = new Map(payments.map(({ id }) => [id, paymentKeyOf(secrets, id)]));
    const codes = await handedCodes(snapshot, secrets, [...keys.values()]);
    const rows = payments.map((payment) => ({
      ...payment,
      gift_code: codes.get(keys.get(payment.id)?.toString('hex') ?? '') ?? null,
    }));
    if (rows.length > 0) yield rows;
  }
}

/** The bank account that the person let be remembered. */
async function* methodRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  const account = await rememberedAccount(snapshot, secrets, accountId);
  if (account) yield [account];
}

/** The files of the data export about money: of a participant, and of a researcher. */
export const paymentsExports: readonly ExportFile[] = [
  {
    name: 'payments',
    position: 75,
    explains: paymentsTexts.sentence('export.payments'),
    sections: [
      { name: 'payments', read: paymentRows },
      { name: 'payout_method', read: methodRows },
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
        without: ['researcher_id', 'account_id', 'gift_account_id'],
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
        name: 'gift_codes',
        table: 'identity.gift_code',
        where: 'wallet_id IN (SELECT w.id FROM identity.wallet w WHERE w.researcher_id = $1)',
        // When a code was handed out is a step of a participant; the code itself is that participant's.
        without: ['code_key', 'sealed', 'payment_key', 'handed_on'],
      },
    ],
  },
];
