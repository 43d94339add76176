import { Injectable } from '@nestjs/common';
import { markDeletionReminded } from '../access/accounts/account-deletion.store';
import { accountsLimits } from '../../contracts/accounts/limits';
import { Clock, days, hours, addMilliseconds } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { ScheduledJob } from '../platform/messaging/consumer';

const atOnce = 100;

/** Reminds account holders once, seven days before their account is erased (docs/domain.md, 11). */
@Injectable()
export class DeletionReminderJob implements ScheduledJob {
  readonly name = 'deletion-reminder';
  readonly everyMs = hours(1);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  run(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const now = this.clock.now();
      const until = addMilliseconds(now, days(accountsLimits.deletionReminderDays));
      const due = await markDeletionReminded(tx, { now, until, atMost: atOnce });
      for (const id of due) tx.record('identity.deletion-reminder-due', { account_id: id });
      return due.length;
    });
  }
}
