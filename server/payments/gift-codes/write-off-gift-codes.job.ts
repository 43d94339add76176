import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findOrOpenSystemAccount } from '../../ledger/accounts';
import { transferPostings } from '../../ledger/entries/entry.rule';
import { postEntries } from '../../ledger/entries/post-entries';
import { Clock, hours, utcDay } from '../../platform/concurrency/clock';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { giftCodeAccountOf } from './gift-account';

const atOnce = 200;

/** Writes off the value of codes that expired before they were handed out. */
@Injectable()
export class WriteOffGiftCodesJob implements ScheduledJob {
  readonly name = 'write-off-gift-codes';
  readonly everyMs = hours(1);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM identity.gift_code
      WHERE expires < (${now} AT TIME ZONE 'UTC')::date AND payment_key IS NULL AND written_off_on IS NULL)`;
  }

  /** @returns how many codes were written off */
  async run(): Promise<number> {
    const day = utcDay(this.clock.now());
    const wallets: { id: string; currency: string }[] = await this.source.query(
      `SELECT w.id, w.currency FROM identity.wallet w WHERE EXISTS (SELECT FROM identity.gift_code c
         WHERE c.wallet_id = w.id AND c.expires < $1::date AND c.payment_key IS NULL AND c.written_off_on IS NULL)
       ORDER BY w.id LIMIT $2`,
      [day, atOnce],
    );
    return runForEachRow(wallets, (wallet) => this.writeOff(wallet, day));
  }

  /**
   * Marks expired codes as written off, and books their value. One transaction does both, so that
   * each code is booked once.
   */
  private writeOff(
    { id, currency }: { id: string; currency: string },
    day: string,
  ): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const [gone] = await tx.query<{ codes: number; value: string; first: string | null }>(
        `WITH gone AS (
           UPDATE identity.gift_code SET written_off_on = $2::date
           WHERE wallet_id = $1 AND expires < $2::date AND payment_key IS NULL AND written_off_on IS NULL
           RETURNING id, amount)
         SELECT count(*)::int AS codes, coalesce(sum(amount), 0)::text AS value, min(id::text) AS first FROM gone`,
        [id, day],
      );
      if (!gone || gone.first === null) return 0;
      await postEntries(tx, [
        {
          // Each code is written off only once. So the code's id makes the ledger key unique, even
          // if the job books two entries on one day.
          key: `gift-codes-expired:${id}:${day}:${gone.first}`,
          kind: 'gift-codes-expired',
          day,
          postings: transferPostings(
            await giftCodeAccountOf(tx, id, currency),
            await findOrOpenSystemAccount(tx, 'outside', currency),
            Number(gone.value),
          ),
        },
      ]);
      return gone.codes;
    });
  }
}
