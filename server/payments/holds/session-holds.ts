import { utcDay } from '../../platform/concurrency/clock';
import { Inject, Injectable } from '@nestjs/common';
import {
  walletShortfall,
  computeCostPerParticipant,
  totalCostByAnswers,
  totalSessionCost,
} from '../../../contracts/payments/cost.rule';
import { CONFIG, type Config } from '../../config';
import type {
  MoneyReservationExtent,
  SessionMoneyPort,
  SessionMoneyToReserve,
} from '../../enrolment/launch/session-money';
import { balancesOf, lockAccounts, openAccount } from '../../ledger/accounts';
import { transferPostings } from '../../ledger/entries/entry.rule';
import { postEntries } from '../../ledger/entries/post-entries';
import type { Transaction } from '../../platform/db/unit-of-work';
import { isWalletMoneyStillNeeded } from './bound-money';
import { countBookedSeats, isPaidByAnswers, readUnbookedBonusAmount } from './booked-payments';
import { findOrOpenWallet } from '../wallets/wallets';
import type { SessionHold } from './session-hold.entity';

/** `counted_on` as `YYYY-MM-DD`. */
export type SessionHoldFields = Omit<SessionHold, 'session' | 'account' | 'wallet' | 'payable'>;
const columns = `session_id, account_id, wallet_account_id, payable_account_id, currency, reward, fee,
  fee_basis_points, for_answers, changes, counted_on::text AS counted_on, is_settled`;

/** Reserves the money that sessions may have to pay. */
@Injectable()
export class SessionHolds implements SessionMoneyPort {
  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<Config, 'platformFeeBp' | 'walletLimit' | 'currencies'>,
  ) {}

  /**
   * Moves money from the wallet to the session's hold (the money reserved for it), or back, until
   * the hold covers what the session may have to pay. The caller must have locked the session's
   * row.
   * @throws DomainError insufficient_funds, wrong_currency
   */
  async hold(tx: Transaction, commitment: SessionMoneyToReserve, now: Date): Promise<void> {
    const hold =
      (await lockSessionHold(tx, commitment.sessionId)) ?? (await this.open(tx, commitment));
    const price = computeCostPerParticipant(commitment.reward, hold.fee_basis_points);
    // A closed session holds no more money. If a decision is overturned later, the payment is taken
    // from the wallet when it is booked.
    if (commitment.isClosed && commitment.extent === 'possible') {
      await tx.query(
        `UPDATE research.session_hold SET is_settled = false WHERE session_id = $1 AND is_settled`,
        [commitment.sessionId],
      );
      return;
    }
    // Leaves out the seats whose reward is booked as owed: their money is no longer in the
    // session's hold.
    const spots = Math.max(
      0,
      commitment.spots - (await countBookedSeats(tx, commitment.sessionId)),
    );
    const forAnswers = await this.forAnswers(tx, commitment, hold);
    const bonuses = await readUnbookedBonusAmount(tx, commitment.sessionId, now);
    await setHoldAmount(
      tx,
      hold,
      totalSessionCost(spots, price) + forAnswers + bonuses,
      commitment.extent,
      now,
    );
    await tx.query(
      `UPDATE research.session_hold SET reward = $2, fee = $3, for_answers = $4 WHERE session_id = $1`,
      [commitment.sessionId, price.reward, price.fee, forAnswers],
    );
    await tx.query(`SELECT research.level_payments($1, $2::date)`, [
      commitment.sessionId,
      utcDay(now),
    ]);
  }

  /**
   * Returns the amount to hold for pay by answers: the maximum for each seat, with the fee. It is 0
   * after the researchers paid by answers. A closed session keeps the amount that it holds.
   */
  private async forAnswers(
    tx: Transaction,
    { sessionId, mostByAnswers, spots, isClosed }: SessionMoneyToReserve,
    hold: SessionHoldFields,
  ): Promise<number> {
    if (mostByAnswers === 0 || (await isPaidByAnswers(tx, sessionId))) return 0;
    return isClosed
      ? Number(hold.for_answers)
      : totalCostByAnswers(spots, mostByAnswers, hold.fee_basis_points);
  }

  isBound(tx: Transaction, sessionIds: readonly string[], now: Date): Promise<boolean> {
    return isWalletMoneyStillNeeded(tx, sessionIds, now);
  }

  private async open(
    tx: Transaction,
    { sessionId, ownerId, currency }: SessionMoneyToReserve,
  ): Promise<SessionHoldFields> {
    const wallet = await findOrOpenWallet(tx, ownerId, currency, this.config);
    const [hold] = await tx.query<SessionHoldFields>(
      `INSERT INTO research.session_hold
         (session_id, account_id, wallet_account_id, currency, reward, fee, fee_basis_points)
       VALUES ($1, $2, $3, $4, 0, 0, $5) RETURNING ${columns}`,
      [
        sessionId,
        await openAccount(tx, 'hold', currency),
        wallet.account_id,
        currency,
        this.config.platformFeeBp,
      ],
    );
    if (!hold) throw new Error('a hold was not inserted');
    return hold;
  }
}

/**
 * Reads the row about the money held for a session, and locks it until the transaction ends;
 * undefined if no money was ever held.
 */
export async function lockSessionHold(
  tx: Transaction,
  sessionId: string,
): Promise<SessionHoldFields | undefined> {
  const [hold] = await tx.query<SessionHoldFields>(
    `SELECT ${columns} FROM research.session_hold WHERE session_id = $1 FOR UPDATE`,
    [sessionId],
  );
  return hold;
}

/**
 * Moves the difference between the old and the new amount from the wallet to the hold, or back. The
 * caller has locked the hold's row.
 * @param amount the new amount of the hold, in minor units
 * @throws DomainError insufficient_funds if the wallet cannot pay the difference
 */
export async function setHoldAmount(
  tx: Transaction,
  hold: SessionHoldFields,
  amount: number,
  extent: MoneyReservationExtent,
  now: Date,
): Promise<void> {
  await lockAccounts(tx, [hold.account_id, hold.wallet_account_id]);
  const balances = await balancesOf(tx, [hold.account_id, hold.wallet_account_id]);
  const held = balances.get(hold.account_id)?.balance ?? 0;
  const more = Math.max(0, amount - held);
  const wallet = balances.get(hold.wallet_account_id);
  const missing = extent === 'all' || !wallet ? 0 : Math.min(more, walletShortfall(more, wallet));
  const change = amount - missing - held;
  if (change === 0) return;
  const [row] = await tx.query<{ changes: number }>(
    `UPDATE research.session_hold SET changes = changes + 1 WHERE session_id = $1 RETURNING changes`,
    [hold.session_id],
  );
  await postEntries(tx, [
    {
      key: `hold:${hold.session_id}:${row?.changes}`,
      kind: change > 0 ? 'hold' : 'release',
      day: utcDay(now),
      postings:
        change > 0
          ? transferPostings(hold.wallet_account_id, hold.account_id, change)
          : transferPostings(hold.account_id, hold.wallet_account_id, -change),
    },
  ]);
}
