import { Injectable } from '@nestjs/common';
import { limits } from '../../contracts/limits';
import { Clock, days, hours, later } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { Job } from '../platform/messaging/consumer';

const atOnce = 100;

/** Seven days before an identity is erased, says so, once (DOMAIN 11). */
@Injectable()
export class DeletionReminderJob implements Job {
  readonly name = 'deletion-reminder';
  readonly everyMs = hours(1);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  run(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const now = this.clock.now();
      const due = await tx.query<{ id: string }>(
        `UPDATE identity.account SET deletion_reminded_at = $1
         WHERE id IN (SELECT id FROM identity.account WHERE deletion_at > $1 AND deletion_at <= $2
         AND deletion_reminded_at IS NULL
                      ORDER BY deletion_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING id`,
        [now, later(now, days(limits.deletionReminderDays)), atOnce],
      );
      for (const { id } of due) tx.record('identity.deletion-reminder-due', { account_id: id });
      return due.length;
    });
  }
}
