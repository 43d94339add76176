import { Inject, Injectable } from '@nestjs/common';
import { SealAudit } from './seal-audit';
import { Clock, hours, addMilliseconds } from '../platform/concurrency/clock';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import type { ScheduledJob } from '../platform/messaging/consumer';

/**
 * Adds new audit records to the chain within seconds. Once an hour it writes the head of the chain
 * to the server's log, which may be sent to a system that this server cannot change.
 */
@Injectable()
export class SealAuditJob implements ScheduledJob {
  readonly name = 'seal-audit';
  readonly everyMs = 2_000;
  private sayAt: Date | null = null;
  constructor(
    private readonly seal: SealAudit,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  isDue(now: string): string | undefined {
    const isTimeToSay = this.sayAt === null || this.sayAt <= this.clock.now();
    return isTimeToSay ? undefined : this.seal.isAnyUnsealed(now);
  }

  async run(): Promise<number> {
    const count = await this.seal.run();
    const now = this.clock.now();
    if (this.sayAt === null || this.sayAt <= now) {
      const head = await this.seal.head();
      if (head !== null) {
        this.log.info({ audit_head: head }, 'head of the audit log');
        this.sayAt = addMilliseconds(now, hours(1));
      }
    }
    return count;
  }
}
