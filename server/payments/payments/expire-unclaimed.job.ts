import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { Clock, hours, utcDay } from '../../platform/concurrency/clock';
import type { Job } from '../../platform/messaging/consumer';

const isUnclaimedSql = (today: string) =>
  `state IN ('approved', 'failed') AND day < ${today} - ${paymentsLimits.claimDays}`;

/** Payments that were not claimed in time, or whose participant's account is gone: the money goes back to the researcher. */
@Injectable()
export class ExpireUnclaimedJob implements Job {
  readonly name = 'expire-unclaimed-payments';
  readonly everyMs = hours(1);

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM research.payment
      WHERE ${isUnclaimedSql(`(${now} AT TIME ZONE 'UTC')::date`)})`;
  }

  async run(): Promise<number> {
    const rows: object[] = await this.source.query(
      `WITH expired AS (
         UPDATE research.payment SET state = 'waived', method = NULL, day = $1
         WHERE ${isUnclaimedSql('$1::date')} RETURNING id)
       SELECT id FROM expired`,
      [utcDay(this.clock.now())],
    );
    return rows.length;
  }
}
