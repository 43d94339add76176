import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { totalCostByAnswers, totalSessionCost } from '../../../contracts/payments/cost.rule';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { PayableSpotsRead, type PayableSpots } from '../../enrolment/launch/claimable-spots.read';
import { isClosedSessionSql } from '../../enrolment/model/session-facts.sql';
import { balancesOf } from '../../ledger/accounts';
import { Clock, days, addMilliseconds, utcDay } from '../../platform/concurrency/clock';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { maxPayForAnswers } from '../../enrolment/launch/most-by-answers';
import { minPeoplePerAmount } from '../../../contracts/payments/pay-by-answers';
import {
  readUnbookedBonusAmount,
  readParticipationsToBook,
  readSettledParticipations,
} from './booked-payments';
import { lockSessionHold, setHoldAmount, type SessionHoldFields } from './session-holds';

const atOnce = 200;

/**
 * Returns to the wallets the money that no participant of a closed session can claim any more. In
 * sessions whose participants may be named, this happens immediately. In an anonymous session, the
 * amount depends only on what the researcher's lists show, so that it reveals no event of today
 * (docs/domain.md, 4). A closed session takes no more money from a wallet.
 */
@Injectable()
export class ReleaseHolds {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly spots: PayableSpotsRead,
  ) {}

  /**
   * Counts again, once a day, the claimable seats of closed sessions (those whose reward a
   * participant may still get), until the count is final.
   * @returns how many sessions were counted
   */
  async run(): Promise<number> {
    const due: { session_id: string }[] = await this.source.query(
      `SELECT session_id FROM research.session_hold
       WHERE counted_on < $1::date AND NOT is_settled ORDER BY counted_on LIMIT $2`,
      [utcDay(this.clock.now()), atOnce],
    );
    return runForEachRow(due, async ({ session_id }) => {
      await this.release(session_id);
      return 1;
    });
  }

  /**
   * Schedules a count for closed sessions that never had one, because the event about the closing
   * was lost.
   * @returns how many sessions it scheduled
   */
  async findClosed(): Promise<number> {
    const rows: object[] = await this.source.query(
      `WITH found AS (
         UPDATE research.session_hold SET counted_on = $1::date - 1
         WHERE counted_on IS NULL AND ${isClosedSessionSql('session_id')} RETURNING session_id)
       SELECT session_id FROM found`,
      [utcDay(this.clock.now())],
    );
    return rows.length;
  }

  /**
   * Returns to the wallet what no participant of the session can claim any more. It is called when
   * the session is closed, and then once a day; it does not change an open session.
   */
  async release(sessionId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const hold = await lockSessionHold(tx, sessionId);
      const now = this.clock.now();
      if (!hold || hold.is_settled || hold.counted_on === utcDay(now)) return;
      const settled = await readSettledParticipations(tx, sessionId, utcDay(now));
      const owed = await readParticipationsToBook(tx, sessionId);
      const counted = await this.spots.ofClosed(tx, sessionId, { settled, owed }, now);
      if (counted === 'open') return;
      const isCounted = counted !== 'not counted today';
      const forAnswers = isCounted
        ? Math.min(Number(hold.for_answers), await neededForAnswers(tx, hold, counted, now))
        : Number(hold.for_answers);
      const bonuses = (await readUnbookedBonusAmount(tx, sessionId, now)) + forAnswers;
      if (isCounted) {
        const held = (await balancesOf(tx, [hold.account_id])).get(hold.account_id)?.balance ?? 0;
        const claimable = Math.min(held, totalSessionCost(counted.spots, hold) + bonuses);
        await setHoldAmount(tx, hold, claimable, 'possible', now);
      }
      await tx.query(
        `UPDATE research.session_hold SET counted_on = $2, is_settled = $3, for_answers = $4 WHERE session_id = $1`,
        [sessionId, utcDay(now), isCounted && counted.isFinal && bonuses === 0, forAnswers],
      );
    });
  }
}

/**
 * Returns the highest amount that pay by answers may still need: its maximum for each participant
 * who may be paid according to the researcher's lists. The amount is 0 if too few participants are
 * left, or after the time for claims.
 */
async function neededForAnswers(
  tx: Transaction,
  { session_id, fee_basis_points }: Pick<SessionHoldFields, 'session_id' | 'fee_basis_points'>,
  { people, privacyLevel, closedAt }: PayableSpots,
  now: Date,
): Promise<number> {
  if (addMilliseconds(closedAt, days(paymentsLimits.claimDays)) < now) return 0;
  if (privacyLevel === 'anonymous' && people < minPeoplePerAmount) return 0;
  return totalCostByAnswers(people, await maxPayForAnswers(tx, session_id), fee_basis_points);
}
