import type { HourlyPay } from '../../../contracts/payments/fair-pay.rule';
import type { ReceiptHourlyPay } from '../../../contracts/payments/receipts/receipts';
import type { ReceiptType } from '../../../contracts/payments/receipts/receipt-number';
import { hourlyPayOfSession } from '../../enrolment/insights/session-pay';
import { readReceiptSession } from '../../enrolment/sessions/receipt-session';
import { eventsHiddenSince } from '../../enrolment/model/state-of-day';
import { rosterTags } from '../../enrolment/rosters/roster-tags';
import { balancesOf } from '../../ledger/accounts';
import { entryDay } from '../../ledger/entries/entry-day';
import { utcDay } from '../../platform/concurrency/clock';
import { invoiceAddressOf } from '../invoice/invoice-address';
import type { SessionHold } from '../holds/session-hold.entity';
import { isShownWithoutTagSql } from '../model/apart-payment.sql';
import type { PaymentRow } from '../model/payment.entity';
import { readBonusReceiptFacts } from './bonus-facts';
import { researcherCode } from './researcher-code';
import type { ReceiptFactSources, ReceiptStatement } from './receipt-statement';
import { readDisbursementLines, readSessionPaymentSums } from './session-facts';

const receiptHourly = (pay: HourlyPay | null): ReceiptHourlyPay | null =>
  pay && { amount: pay.rate.amount, by: pay.by, seconds: Math.round(pay.minutes * 60) };

/**
 * Reads the facts that a receipt about an item states; null if there is nothing to state. The
 * caller must check that the reader may know these facts.
 */
export const receiptFactReaders: {
  readonly [T in ReceiptType]: (
    of: ReceiptFactSources,
    id: string,
  ) => Promise<ReceiptStatement<T> | null>;
} = {
  async deposit({ tx }, id) {
    const [deposit] = await tx.query<{
      amount: string;
      currency: string;
      reference: string;
      bank_reference: string | null;
      entry_id: string | null;
      researcher_id: string | null;
    }>(
      `SELECT amount, currency, reference, bank_reference, entry_id, researcher_id FROM identity.deposit
       WHERE id = $1 AND state = 'confirmed'`,
      [id],
    );
    if (!deposit?.entry_id) return null;
    const booked_on = await entryDay(tx, deposit.entry_id);
    const { entry_id: _, researcher_id, amount, ...rest } = deposit;
    const invoice_address = await invoiceAddressOf(tx, researcher_id);
    return {
      facts: { ...rest, amount: Number(amount), booked_on },
      words: { invoice_address },
    };
  },

  async refund({ tx }, id) {
    const [refund] = await tx.query<{
      amount: string;
      currency: string;
      reference: string | null;
      booked_on: string;
    }>(
      `SELECT r.amount, w.currency, r.reference, r.day::text AS booked_on
       FROM identity.wallet_refund r JOIN identity.wallet w ON w.id = r.wallet_id WHERE r.id = $1`,
      [id],
    );
    return refund ? { facts: { ...refund, amount: Number(refund.amount) }, words: {} } : null;
  },

  async session({ tx, now }, id) {
    const session = await readReceiptSession(tx, id);
    const [hold] = await tx.query<
      Pick<SessionHold, 'account_id' | 'wallet_account_id' | 'currency'>
    >(
      // The lock keeps payments from being booked between reading the sums and the balance.
      `SELECT account_id, wallet_account_id, currency FROM research.session_hold WHERE session_id = $1 FOR UPDATE`,
      [id],
    );
    if (!session || !hold) return null;
    const since = eventsHiddenSince(session.privacy_level, now);
    const { to_book, to_take_back, ...sums } = await readSessionPaymentSums(
      tx,
      id,
      since && utcDay(since),
    );
    const [wallet] = await tx.query<{ researcher_id: string | null }>(
      `SELECT researcher_id FROM identity.wallet WHERE account_id = $1`,
      [hold.wallet_account_id],
    );
    const balance = (await balancesOf(tx, [hold.account_id])).get(hold.account_id)?.balance ?? 0;
    return {
      facts: {
        currency: hold.currency,
        spots: session.capacity,
        ...sums,
        // Counts payments that are not booked yet as if they were booked, so that the stated amount
        // does not change when the job books them.
        held: Math.max(0, balance - to_book + to_take_back),
        until: since ? 'midnight' : 'now',
      },
      words: {
        study_title: session.title,
        invoice_address: await invoiceAddressOf(tx, wallet?.researcher_id ?? null),
        hourly: receiptHourly(await hourlyPayOfSession(tx, id, now)),
      },
    };
  },

  async 'participant-payment'({ tx, secrets }, id) {
    const [payment] = await tx.query<
      Pick<
        PaymentRow,
        | 'participation_id'
        | 'session_id'
        | 'amount'
        | 'currency'
        | 'state'
        | 'method'
        | 'confirmed_by'
        | 'day'
        | 'kind'
      > & { reason: string | null; is_apart: boolean }
    >(
      `SELECT p.participation_id, p.session_id, p.amount, p.currency, p.state, p.method, p.confirmed_by, p.day::text AS day,
         p.kind, b.reason, ${isShownWithoutTagSql('p')} AS is_apart
       FROM research.payment p LEFT JOIN research.bonus b ON b.id = p.bonus_id WHERE p.id = $1`,
      [id],
    );
    const session = payment && (await readReceiptSession(tx, payment.session_id));
    if (!session) return null;
    const { participation_id, session_id, amount, currency, state, day } = payment;
    const tags = await rosterTags(tx.manager, secrets, session_id, [participation_id]);
    const isPaid = state === 'paid';
    return {
      facts: {
        outcome: isPaid ? 'paid' : 'taken_back',
        amount: isPaid ? amount : 0,
        currency,
        method: isPaid ? payment.method : null,
        confirmed_by: payment.confirmed_by,
        paid_on: isPaid ? day : null,
        participant: payment.is_apart ? null : (tags.get(participation_id) ?? null),
        // This field is left out for rewards: a new field would change the facts of existing
        // receipts, and so void them.
        ...(payment.kind !== 'reward' && { kind: payment.kind, reason: payment.reason }),
      },
      words: { study_title: session.title, payer: session.payer },
    };
  },

  async 'disbursement-log'({ tx, secrets, now }, id) {
    const session = await readReceiptSession(tx, id);
    if (!session) return null;
    const since = eventsHiddenSince(session.privacy_level, now);
    const rows = await readDisbursementLines(tx, id, since && utcDay(since));
    const [first] = rows;
    if (!first) return null;
    const tags = await rosterTags(
      tx.manager,
      secrets,
      id,
      rows.map(({ participation_id }) => participation_id),
    );
    const lines = rows.map(({ participation_id, confirmed_account_id, currency: _, ...line }) => ({
      ...line,
      participant: tags.get(participation_id) ?? null,
      handed_over_by:
        confirmed_account_id && researcherCode(secrets, session.study_id, confirmed_account_id),
    }));
    return {
      facts: {
        currency: first.currency,
        total: lines.reduce((sum, { amount }) => sum + amount, 0),
        until: since ? 'midnight' : 'now',
        lines,
      },
      words: { study_title: session.title },
    };
  },

  bonus: readBonusReceiptFacts,
};
