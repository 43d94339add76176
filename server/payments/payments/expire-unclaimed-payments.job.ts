import { Injectable } from '@nestjs/common';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { Clock, hours, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';

const atOnce = 500;

const isUnclaimedSql = (today: string) =>
  `state IN ('approved', 'failed') AND day < ${today} - ${paymentsLimits.claimDays}`;

/**
 * Expires payments that participants did not claim in time, and payments of deleted accounts: the
 * money returns to the researcher.
 */
@Injectable()
export class ExpireUnclaimedPaymentsJob implements ScheduledJob {
  readonly name = 'expire-unclaimed-payments';
  readonly everyMs = hours(1);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM research.payment
      WHERE ${isUnclaimedSql(`(${now} AT TIME ZONE 'UTC')::date`)})`;
  }

  async run(): Promise<number> {
    let expired = 0;
    for (let page = atOnce; page === atOnce; expired += page) page = await this.page();
    return expired;
  }

  private page(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `UPDATE research.payment SET state = 'waived', method = NULL, day = $1
         WHERE id IN (SELECT id FROM research.payment WHERE ${isUnclaimedSql('$1::date')}
           LIMIT ${atOnce} FOR NO KEY UPDATE) AND ${isUnclaimedSql('$1::date')} RETURNING id`,
        [utcDay(this.clock.now())],
      );
      for (const { id } of rows) tx.record('payments.payment-changed', { payment_id: id });
      return rows.length;
    });
  }
}
