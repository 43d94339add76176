import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, addMilliseconds, minutes } from '../platform/concurrency/clock';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { withTimeout } from '../platform/concurrency/with-timeout';
import { redactedErrorMessageOf } from '../platform/observability/redact-error';

/**
 * How precise the stored time of the last use is, in milliseconds. With an exact time, each request
 * would cause a write.
 */
const everyMs = minutes(5);
/**
 * For how long the server collects uses of tokens, in milliseconds, before it writes them together.
 * By then it has sent the responses, so no response waits for the write.
 */
const gatherMs = 1_000;

/**
 * Stores when each sign-in was last used, in batches and after the responses. If a write fails,
 * only a few minutes of precision are lost, so the failure is only logged.
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

  /** Records a request with this token. `lastUsedAt` is the time that the database has stored. */
  note(tokenId: string, lastUsedAt: Date): void {
    if (addMilliseconds(lastUsedAt, everyMs) > this.clock.now()) return;
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
      // Locked rows are skipped, so that two servers do not wait for each other or for a sign-out.
      // A row that another server has locked gets nearly the same time from that server.
      await this.source.query(
        `UPDATE identity.token SET last_used_at = $2
         WHERE id IN (SELECT id FROM identity.token WHERE id = ANY($1::uuid[]) AND last_used_at <= $3 FOR NO KEY UPDATE SKIP LOCKED)`,
        [ids, now, addMilliseconds(now, -everyMs)],
      );
    } catch (error) {
      this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'last use of sign-ins');
    }
  }

  /** Writes the collected uses, for at most a second: a slow database must not delay the shutdown. */
  async beforeApplicationShutdown(): Promise<void> {
    await withTimeout(1_000, 'writing down the last uses', this.write()).catch(() => undefined);
  }
}
