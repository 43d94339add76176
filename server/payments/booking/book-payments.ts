import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { hasLeftAfterStartSql } from '../../enrolment/model/participation-facts.sql';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';
import {
  balancesOf,
  findOrOpenSystemAccount,
  lockAccounts,
  openAccount,
} from '../../ledger/accounts';
import { postEntries, postingsOf } from '../../ledger/entries/post-entries';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { lockSessionHold, type SessionHoldFields } from '../holds/session-holds';
import type { BookingAccounts, SessionFunds } from './booking.rule';
import {
  decidePaymentBooking,
  ledgerEntriesOf,
  type PaymentBooking,
  type BookablePayment,
} from './payment-booking.rule';

const sessionsAtOnce = 200;
export const mostPaymentsPerTransaction = 100;

/**
 * SQL condition: a payment is not completely booked yet.
 * @param p an alias of research.payment
 */
const isUnbookedSql = (p: string) => `(
  ${p}.accrual_id IS NULL AND ${p}.state IN ('approved', 'processing', 'paid', 'failed')
  OR ${p}.accrual_id IS NOT NULL AND ${p}.state IN ('due', 'rejected', 'reversed', 'waived')
  OR ${p}.settlement_id IS NULL AND ${p}.state = 'paid' OR ${p}.returned_settlement_id IS NOT NULL)`;

/**
 * SQL condition: a change of a payment may already be written to the ledger. In an anonymous
 * session, only changes of earlier days may be written. Otherwise the order of ledger entries, or
 * transaction ids, would reveal the order in which participants acted.
 * @param today an operand of type date (UTC)
 */
const mayBeBookedSql = (p: string, today: string) =>
  `(${p}.day < ${today} OR NOT ${isAnonymousSessionSql(`${p}.session_id`)})`;

/**
 * SQL condition: a payment waits to be booked.
 * @param today an operand of type date (UTC)
 */
export const hasUnbookedPaymentsSql = (today: string): string =>
  `EXISTS (SELECT FROM research.payment p WHERE ${isUnbookedSql('p')} AND ${mayBeBookedSql('p', today)})`;

/**
 * Books the changes of payments in the ledger. It does so in later transactions than those that
 * change the payments, so that no request about a payment waits for the ledger.
 */
@Injectable()
export class BookPayments {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns how many payments were booked */
  async run(): Promise<number> {
    const due: { session_id: string }[] = await this.source.query(
      `SELECT session_id FROM (
         SELECT DISTINCT p.session_id FROM research.payment p
         WHERE ${isUnbookedSql('p')} AND ${mayBeBookedSql('p', '$1::date')}) s
       ORDER BY random() LIMIT ${sessionsAtOnce}`,
      [utcDay(this.clock.now())],
    );
    return runForEachRow(due, async ({ session_id }) => {
      let booked = 0;
      for (
        let page = mostPaymentsPerTransaction;
        page === mostPaymentsPerTransaction;
        booked += page
      )
        page = await this.page(session_id);
      return booked;
    });
  }

  /**
   * Books one page in one transaction.
   * @returns how many payments it booked
   */
  private page(sessionId: string): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const hold = await lockSessionHold(tx, sessionId);
      if (!hold) return 0;
      const day = utcDay(this.clock.now());
      const payments = await tx.query<BookablePayment>(
        `SELECT p.id, p.amount, p.fee, p.state, p.method, p.accruals, p.accrual_id, p.settlement_id,
           p.returned_settlement_id, p.returns, ${hasLeftAfterStartSql('p.participation_id')} AS is_part
         FROM research.payment p
         WHERE p.session_id = $1 AND ${isUnbookedSql('p')} AND ${mayBeBookedSql('p', '$2::date')}
         ORDER BY random() LIMIT ${mostPaymentsPerTransaction} FOR NO KEY UPDATE OF p`,
        [sessionId, day],
      );
      if (payments.length === 0) return 0;
      const accounts = await accountsOf(tx, hold);
      const funds = await fundsOf(tx, accounts);
      const taken = await postingsOf(
        tx,
        payments.flatMap(({ accrual_id, returned_settlement_id }) =>
          [accrual_id, returned_settlement_id].filter((id) => id !== null),
        ),
      );
      const bookings = payments
        .map((payment) => decidePaymentBooking(payment, taken, accounts, funds, day))
        .filter((booking) => ledgerEntriesOf(booking).length > 0);
      await this.post(tx, bookings);
      // A reversal returned money to the session's hold, that is, to the money reserved for it. If
      // the session is closed, a job counts again how much of it must return to the wallet.
      if (bookings.some(({ reversal }) => reversal))
        await tx.query(
          `UPDATE research.session_hold SET is_settled = false WHERE session_id = $1`,
          [sessionId],
        );
      return bookings.length;
    });
  }

  private async post(tx: Transaction, bookings: readonly PaymentBooking[]): Promise<void> {
    const entries = await postEntries(tx, bookings.flatMap(ledgerEntriesOf));
    const posted = new Map(entries.map(({ key, id }) => [key, id]));
    await tx.query(
      `UPDATE research.payment p SET accruals = b.accruals, accrual_id = b.accrual_id, settlement_id = b.settlement_id,
         returned_settlement_id = NULL, returns = b.returns
       FROM jsonb_to_recordset($1::jsonb)
         AS b (id uuid, accruals smallint, accrual_id uuid, settlement_id uuid, returns smallint)
       WHERE p.id = b.id`,
      [
        JSON.stringify(
          bookings.map(({ payment, cameBack, reversal, accrual, settlement }) => ({
            id: payment.id,
            accruals: payment.accruals + (accrual ? 1 : 0),
            accrual_id: accrual ? posted.get(accrual.key) : reversal ? null : payment.accrual_id,
            settlement_id: settlement ? posted.get(settlement.key) : payment.settlement_id,
            returns: payment.returns + (cameBack ? 1 : 0),
          })),
        ),
      ],
    );
  }
}

async function accountsOf(tx: Transaction, hold: SessionHoldFields): Promise<BookingAccounts> {
  const [wallet] = await tx.query<{ gift_account_id: string | null }>(
    `SELECT gift_account_id FROM identity.wallet WHERE account_id = $1`,
    [hold.wallet_account_id],
  );
  return {
    hold: hold.account_id,
    wallet: hold.wallet_account_id,
    payable: hold.payable_account_id ?? (await openPayable(tx, hold)),
    fees: await findOrOpenSystemAccount(tx, 'fees', hold.currency),
    outside: await findOrOpenSystemAccount(tx, 'outside', hold.currency),
    giftCodes: wallet?.gift_account_id ?? null,
  };
}

async function openPayable(
  tx: Transaction,
  { session_id, currency }: SessionHoldFields,
): Promise<string> {
  const payable = await openAccount(tx, 'payable', currency);
  await tx.query(`UPDATE research.session_hold SET payable_account_id = $2 WHERE session_id = $1`, [
    session_id,
    payable,
  ]);
  return payable;
}

/** Locks all accounts of the bookings, so that their balances cannot change until the transaction ends. */
async function fundsOf(tx: Transaction, accounts: BookingAccounts): Promise<SessionFunds> {
  await lockAccounts(
    tx,
    Object.values(accounts).filter((id) => id !== null),
  );
  const balances = await balancesOf(tx, [accounts.hold, accounts.wallet]);
  const wallet = balances.get(accounts.wallet);
  return {
    hold: balances.get(accounts.hold)?.balance ?? 0,
    wallet:
      wallet === undefined || wallet.minimum === null
        ? Number.POSITIVE_INFINITY
        : Math.max(0, wallet.balance - wallet.minimum),
  };
}
