import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { accountsToErase } from '../access/accounts/erasure-due';
import { PurgeAccount } from './purge-account.command';
import { Clock, minutes } from '../platform/concurrency/clock';
import type { ScheduledJob } from '../platform/messaging/consumer';

const atOnce = 100;

/**
 * Erases the accounts whose deletion was requested thirty days ago, one after the other
 * (docs/domain.md, 1).
 */
@Injectable()
export class PurgeAccountsJob implements ScheduledJob {
  readonly name = 'purge';
  readonly everyMs = minutes(10);

  constructor(
    private readonly source: DataSource,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<number> {
    const due = await accountsToErase(this.source, this.clock.now(), atOnce);
    let erased = 0;
    const failures: unknown[] = [];
    for (const id of due) {
      // An account whose erasure fails must not block the others; the next run retries it.
      await this.commands.execute(new PurgeAccount(id)).then(
        (done) => (erased += done ? 1 : 0),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} of ${due.length} accounts could not be erased`,
      );
    return erased;
  }
}
