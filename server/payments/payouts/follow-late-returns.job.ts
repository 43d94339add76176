import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { minutes } from '../../platform/concurrency/clock';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { Secrets } from '../../platform/security/secrets';
import { readLateReturns, lateReturnsSql, markLateReturnsDone } from '../bank/late-returns';
import { paymentKeyOf } from '../model/payment-key';
import { Payouts } from './payouts';

const atOnce = 500;

/**
 * Handles transfers that the bank returned after they were marked as paid: their payments become
 * `failed`, so that participants may choose a method again. A transfer does not name its payment,
 * so all payments by bank transfer are checked. If the process dies, the transfer is still marked
 * as a late return (`is_late_return`), and the next run handles it again.
 */
@Injectable()
export class ApplyLateReturnsJob implements ScheduledJob {
  readonly name = 'follow-late-returns';
  readonly everyMs = minutes(1);

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: Payouts,
    private readonly secrets: Secrets,
  ) {}

  isDue(): string {
    return `EXISTS (${lateReturnsSql})`;
  }

  /** @returns how many payments were checked */
  async run(): Promise<number> {
    const returns = await readLateReturns(this.source.manager);
    if (returns.length === 0) return 0;
    const keys = new Set(returns.map(({ key }) => key));
    let followed = 0;
    let after: string | null = null;
    for (let full = true; full;) {
      // Includes payments in the state `processing`. The transfer of such a payment may have been
      // marked as paid already, although the payment itself is not updated yet.
      const page: { id: string }[] = await this.source.query(
        `SELECT id FROM research.payment WHERE state IN ('paid', 'processing') AND method = 'bank'
           AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT ${atOnce}`,
        [after],
      );
      followed += await runForEachRow(
        page.filter(({ id }) => keys.has(paymentKeyOf(this.secrets, id).toString('hex'))),
        async ({ id }) => {
          await this.payouts.follow(id);
          return 1;
        },
      );
      after = page.at(-1)?.id ?? null;
      full = page.length === atOnce;
    }
    await this.unitOfWork.run((tx) => markLateReturnsDone(tx, returns));
    return followed;
  }
}
