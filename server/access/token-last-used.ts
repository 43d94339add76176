import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, later, minutes } from '../platform/concurrency/clock';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { withTimeout } from '../platform/concurrency/with-timeout';
import { messageOf } from '../platform/observability/redact-error';

/** How exactly the last use is known: less would be a write for each request. */
const everyMs = minutes(5);
/** Long after the answers of the requests that are noted together. */
const gatherMs = 1_000;

/**
 * When each sign-in was last used, written down for many at once and after their requests were
 * answered. A failure costs nothing but a few minutes of exactness, so it is only logged.
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

  /** A request came with this token, which by the database was last used then. */
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
      // Two servers with the same tokens must not wait for each other, nor either for a sign-out:
      // somebody else's turn is as good.
      await this.source.query(
        `UPDATE identity.token SET last_used_at = $2
         WHERE id IN (SELECT id FROM identity.token WHERE id = ANY($1::uuid[]) AND last_used_at <= $3 FOR NO KEY UPDATE SKIP LOCKED)`,
        [ids, now, later(now, -everyMs)],
      );
    } catch (error) {
      this.log.warn({ err: { message: messageOf(error) } }, 'last use of sign-ins');
    }
  }

  /** A database that is away must not hold up the end. */
  async beforeApplicationShutdown(): Promise<void> {
    await withTimeout(1_000, 'writing down the last uses', this.write()).catch(() => undefined);
  }
}
