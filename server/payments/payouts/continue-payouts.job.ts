import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, minutes, utcDay } from '../../platform/concurrency/clock';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { Secrets } from '../../platform/security/secrets';
import { readPaymentKeysInCheck } from '../checks/payout-checks';
import { paymentKeyOf } from '../model/payment-key';
import type { PayoutProvider } from '../model/payout-provider';
import { PayoutProviders } from './payout-providers';
import { Payouts } from './payouts';

const atOnce = 500;

interface Processing {
  id: string;
  is_booked: boolean;
}

/**
 * Continues payments that are being paid, in three cases:
 * - The process that paid them died.
 * - Their money is now booked, so that the next batch may contain them.
 * - Their payout was paid or returned.
 */
@Injectable()
export class ContinuePayoutsJob implements ScheduledJob {
  readonly name = 'continue-payouts';
  readonly everyMs = minutes(1);

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly providers: PayoutProviders,
    private readonly payouts: Payouts,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  isDue(): string {
    return `EXISTS (SELECT FROM research.payment WHERE state = 'processing')`;
  }

  run(): Promise<number> {
    return runForEachRow(this.providers.all, (provider) => this.continue(provider));
  }

  private async continue(provider: PayoutProvider): Promise<number> {
    let moved = 0;
    let after: string | null = null;
    for (;;) {
      const page: Processing[] = await this.source.query(
        `SELECT id, accrual_id IS NOT NULL AS is_booked FROM research.payment
         WHERE state = 'processing' AND method = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${atOnce}`,
        [provider.method, after],
      );
      moved += await this.page(provider, page);
      after = page.at(-1)?.id ?? null;
      if (page.length < atOnce) return moved;
    }
  }

  private async page(provider: PayoutProvider, page: readonly Processing[]): Promise<number> {
    const keyOf = ({ id }: Processing) => paymentKeyOf(this.secrets, id);
    const statuses = await provider.getPayouts(this.source.manager, page.map(keyOf));
    const statusOf = (one: Processing) => statuses.get(keyOf(one).toString('hex')) ?? 'none';
    const released = page.filter((one) => one.is_booked && statusOf(one) === 'open').map(keyOf);
    if (released.length > 0 && provider.release)
      await this.unitOfWork.run(async (tx) => {
        await provider.release?.(tx, released, utcDay(this.clock.now()));
      });
    const held = await readPaymentKeysInCheck(this.source.manager, page.map(keyOf));
    const changed = page.filter(
      (one) => !['open', 'sent'].includes(statusOf(one)) && !held.has(keyOf(one).toString('hex')),
    );
    // A payment that fails does not stop the others.
    return runForEachRow(changed, async (one) => {
      if (statusOf(one) === 'none') await this.createAgain(one.id);
      await this.payouts.follow(one.id);
      return 1;
    });
  }

  /**
   * Makes a payout that was not made yet. If it cannot be made, the participant may choose a method
   * again.
   */
  private async createAgain(paymentId: string): Promise<void> {
    try {
      await this.payouts.create(paymentId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
}
