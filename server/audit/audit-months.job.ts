import { Injectable } from '@nestjs/common';
import { hours } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { withoutTimeLimit } from '../platform/db/without-time-limit';
import type { Job } from '../platform/messaging/consumer';

/**
 * Makes the partitions of the audit log for this month and the next two. The server's role creates
 * no tables, so a function of the owner does (the platform's baseline). Records of a month without
 * a partition are kept apart until it is made.
 */
@Injectable()
export class AuditMonthsJob implements Job {
  readonly name = 'audit-months';
  readonly everyMs = hours(1);

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @returns how many monthly partitions were created. */
  async run(): Promise<number> {
    const made = await this.unitOfWork.run(async (tx) => {
      // Workers that were down for months leave many records to move; no request waits for this.
      await withoutTimeLimit(tx.manager);
      return tx.query<{ made: number }>('SELECT platform.make_audit_months() AS made');
    });
    return made[0]?.made ?? 0;
  }
}
