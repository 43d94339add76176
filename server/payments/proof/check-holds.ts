import { computeCostPerParticipant } from '../../../contracts/payments/cost.rule';
import {
  accountsOfKinds,
  entriesByKeys,
  entryKeysOfAccounts,
  type EntryRecord,
} from '../../ledger/entries/entry-records';
import type { Transaction } from '../../platform/db/unit-of-work';
import { paymentOfLedgerKey } from './payment-entries.rule';
import type { ReportPaymentsDamage } from './payments-damage';

type On = Pick<Transaction, 'query'>;
const atOnce = 200;

interface Row {
  session_id: string;
  account_id: string;
  wallet_account_id: string;
  payable_account_id: string | null;
  currency: string;
  reward: number;
  fee: number;
  fee_basis_points: number;
  changes: number;
  /**
   * What the session owes, in minor units: the sum of its payments that are booked as owed but not
   * yet booked as paid.
   */
  owed: string;
}

/**
 * Compares each session's hold (the money reserved for it), and what the session owes, with its
 * ledger accounts. Also finds ledger accounts that belong to no session.
 */
export async function checkHolds(on: On, report: ReportPaymentsDamage): Promise<void> {
  const holds = await on.query<Row>(
    `SELECT h.session_id, h.account_id, h.wallet_account_id, h.payable_account_id, h.currency, h.reward, h.fee,
       h.fee_basis_points, h.changes, (SELECT coalesce(sum(p.amount), 0)::text FROM research.payment p
         WHERE p.session_id = h.session_id AND p.accrual_id IS NOT NULL AND p.settlement_id IS NULL
           AND p.returned_settlement_id IS NULL) AS owed
     FROM research.session_hold h ORDER BY h.session_id`,
  );
  const wallets = await on.query<{ account_id: string; gift_account_id: string | null }>(
    `SELECT account_id, gift_account_id FROM identity.wallet`,
  );
  const all = await accountsOfKinds(on, ['wallet', 'hold', 'payable', 'gift_codes']);
  const accounts = new Map(all.map((one) => [one.id, one]));
  const isOf = (id: string, kind: string, unit: string) =>
    accounts.get(id)?.kind === kind && accounts.get(id)?.unit === unit;
  for (let at = 0; at < holds.length; at += atOnce) {
    const page = holds.slice(at, at + atOnce);
    const explained = await explainedHolds(on, page);
    for (const hold of page) {
      const { session_id, payable_account_id, currency } = hold;
      const fits =
        isOf(hold.account_id, 'hold', currency) &&
        isOf(hold.wallet_account_id, 'wallet', currency) &&
        (payable_account_id === null || isOf(payable_account_id, 'payable', currency)) &&
        computeCostPerParticipant(hold.reward, hold.fee_basis_points).fee === hold.fee;
      if (!fits || !explained.has(session_id)) report('hold_changed', session_id);
      if ((accounts.get(payable_account_id ?? '')?.balance ?? 0) !== Number(hold.owed))
        report('payable_changed', session_id);
    }
  }
  const named = new Set([
    ...holds.flatMap((hold) => [hold.account_id, hold.payable_account_id]),
    ...wallets.flatMap((wallet) => [wallet.account_id, wallet.gift_account_id]),
  ]);
  for (const { id } of all) if (!named.has(id)) report('account_unknown', id);
}

/**
 * Finds the sessions whose hold account has only entries with a known reason. Each of these
 * entries changes the amount of the hold, or books a payment of the session.
 */
async function explainedHolds(on: On, holds: readonly Row[]): Promise<Set<string>> {
  const changes = await entriesByKeys(on, holds.flatMap(keysOfHold));
  const touching = await entryKeysOfAccounts(
    on,
    holds.map(({ account_id }) => account_id),
  );
  const others = (hold: Row) =>
    (touching.get(hold.account_id) ?? []).filter((key) => !changes.has(key));
  const ids = holds.flatMap(others).flatMap((key) => paymentOfLedgerKey(key)?.id ?? []);
  const payments = await on.query<{ id: string; session_id: string }>(
    `SELECT id, session_id FROM research.payment WHERE id = ANY($1::uuid[])`,
    [[...new Set(ids)]],
  );
  const sessionOf = new Map(payments.map(({ id, session_id }) => [id, session_id]));
  const explained = holds.filter(
    (hold) =>
      keysOfHold(hold).every((key) => isChange(changes.get(key), hold)) &&
      others(hold).every(
        (key) => sessionOf.get(paymentOfLedgerKey(key)?.id ?? '') === hold.session_id,
      ),
  );
  return new Set(explained.map(({ session_id }) => session_id));
}

const keysOfHold = ({ session_id, changes }: Row): string[] =>
  Array.from({ length: changes }, (_, n) => `hold:${session_id}:${n + 1}`);

/**
 * Whether an entry moves money between the account with a session's reserved money (its hold) and
 * its wallet.
 */
function isChange(entry: EntryRecord | undefined, hold: Row): boolean {
  const moved = entry?.postings.find(({ accountId }) => accountId === hold.account_id)?.amount ?? 0;
  return (
    entry?.postings.length === 2 &&
    entry.postings.some(({ accountId }) => accountId === hold.wallet_account_id) &&
    entry.kind === (moved > 0 ? 'hold' : 'release') &&
    moved !== 0
  );
}
