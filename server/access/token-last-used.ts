import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, later, minutes } from '../platform/concurrency/clock';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { withTimeout } from '../platform/concurrency/with-timeout';
import { messageOf } from '../platform/observability/redact-error';

/** The precision of the last use: without it, each request would cause a write. */
const everyMs = minutes(5);
/** The time for which updates are collected, long enough to write them after the responses of those requests. */
const gatherMs = 1_000;

/**
 * Records when each sign-in was last used, in batches and after the responses. A failure costs only
 * a few minutes of precision, so it is only logged.
 */
@Injectable()
export class TokenLastUsed implements BeforeApplicationShutdown {
  private readonly used = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Notes a request with this token. `lastUsedAt` is the time stored in the database. */
  note(tokenId: string, lastUsedAt: Date): void {
    if (later(lastUsedAt, everyMs) > this.clock.now()) return;
    this.used.add(tokenId);
    this.timer ??= setTimeout(() => void this.write(), gatherMs).unref();
  }

  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ids = [...this.used];
    this.used.clear();
    if (ids.length === 0) return;
    const now = this.clock.now();
    try {
      // Two servers with the same tokens must not wait for each other or for a sign-out, so locked
      // rows are skipped: another server's update is as good.
      await this.source.query(
        `UPDATE identity.token SET last_used_at = $2
         WHERE id IN (SELECT id FROM identity.token WHERE id = ANY($1::uuid[]) AND last_used_at <= $3 FOR NO KEY UPDATE SKIP LOCKED)`,
        [ids, now, later(now, -everyMs)],
      );
    } catch (error) {
      this.log.warn({ err: { message: messageOf(error) } }, 'last use of sign-ins');
    }
  }

  /** An unreachable database must not delay the shutdown. */
  async beforeApplicationShutdown(): Promise<void> {
    await withTimeout(1_000, 'writing down the last uses', this.write()).catch(() => undefined);
  }
}
