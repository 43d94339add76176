import { Injectable } from '@nestjs/common';
import { markReminded } from '../access/accounts/account-deletion.store';
import { accountsLimits } from '../../contracts/accounts/limits';
import { Clock, days, hours, later } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import type { Job } from '../platform/messaging/consumer';

const atOnce = 100;

/** Reminds account holders once, seven days before their account is erased (docs/domain.md, 11). */
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
      const until = later(now, days(accountsLimits.deletionReminderDays));
      const due = await markReminded(tx, { now, until, atMost: atOnce });
      for (const id of due) tx.record('identity.deletion-reminder-due', { account_id: id });
      return due.length;
    });
  }
}
