import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { totalOf } from '../../../contracts/payments/cost.rule';
import { ClaimableSpots } from '../../enrolment/launch/claimable-spots';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { dayOf } from '../day';
import { lockHold, setAmount } from './session-holds';

const atOnce = 200;

/**
 * Gives back to the wallets what no participant can claim any more of sessions that are closed: at once where names may be
 * shown, and else as the researcher's lists show the session, so that no amount reveals a step of today
 * (docs/domain.md, 4).
 */
@Injectable()
export class ReleaseHolds {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly spots: ClaimableSpots,
  ) {}

  /** Counts again, once a day, the holds of closed sessions. @returns how many were counted */
  async run(): Promise<number> {
    const due: { session_id: string }[] = await this.source.query(
      `SELECT session_id FROM research.session_hold
       WHERE counted_on < $1::date AND NOT is_settled ORDER BY counted_on LIMIT $2`,
      [dayOf(this.clock.now()), atOnce],
    );
    for (const { session_id } of due) await this.release(session_id);
    return due.length;
  }

  /** Called when the session was closed, and once a day from then on; a session that is open is left as it is. */
  async release(sessionId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const hold = await lockHold(tx, sessionId);
      if (!hold || hold.is_settled) return;
      const now = this.clock.now();
      const spots = await this.spots.ofClosed(tx, sessionId, now);
      if (spots === 'open') return;
      if (spots !== 'not counted today') await setAmount(tx, hold, totalOf(spots, hold), now);
      await tx.query(
        `UPDATE research.session_hold SET counted_on = $2, is_settled = $3 WHERE session_id = $1`,
        [sessionId, dayOf(now), spots === 0],
      );
    });
  }
}
