import { Injectable } from '@nestjs/common';
import { hours } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { removeStatementTimeLimit } from '../platform/db/without-time-limit';
import type { ScheduledJob } from '../platform/messaging/consumer';

/**
 * Creates the partitions of the audit log for this month and the next two. The server's role may
 * not create tables. So the job calls a database function that runs with the rights of the
 * database's owner (in the migration platform-baseline). As long as a month has no partition, its
 * records go into the default partition.
 */
@Injectable()
export class CreateAuditPartitionsJob implements ScheduledJob {
  readonly name = 'audit-months';
  readonly everyMs = hours(1);

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @returns how many monthly partitions were created */
  async run(): Promise<number> {
    const made = await this.unitOfWork.run(async (tx) => {
      // If no workers ran for months, the function moves many records to the new partitions, which
      // takes long. No request waits for it, so the time limit of statements is removed.
      await removeStatementTimeLimit(tx.manager);
      return tx.query<{ made: number }>('SELECT platform.make_audit_months() AS made');
    });
    return made[0]?.made ?? 0;
  }
}
