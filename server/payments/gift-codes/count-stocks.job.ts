import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, minutes, utcDay } from '../../platform/concurrency/clock';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { countStocks } from './shortages';

const atOnce = 200;

const isToCountSql = (today: string) => `stock_counted_on < ${today} AND researcher_id IS NOT NULL`;

/** Finds stocks of gift codes that are no longer sufficient, so that their researchers get an email. */
@Injectable()
export class CountStocksJob implements ScheduledJob {
  readonly name = 'count-gift-codes';
  readonly everyMs = minutes(1);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM identity.wallet WHERE ${isToCountSql(`(${now} AT TIME ZONE 'UTC')::date`)})`;
  }

  /** @returns how many wallets were counted */
  async run(): Promise<number> {
    const day = utcDay(this.clock.now());
    const wallets: { id: string }[] = await this.source.query(
      `SELECT id FROM identity.wallet WHERE ${isToCountSql('$1::date')}
       ORDER BY stock_counted_on LIMIT $2`,
      [day, atOnce],
    );
    return runForEachRow(wallets, async ({ id }) =>
      (await this.unitOfWork.run((tx) => countStocks(tx, id, day))) ? 1 : 0,
    );
  }
}
