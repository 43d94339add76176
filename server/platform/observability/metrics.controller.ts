import { Controller, Res } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { metrics } from '../../../contracts/base/non-json-operations';
import { Serves } from '../http/operation';
import { Metrics } from './metrics';
import type { HttpReply } from '../http/request';

/** For Prometheus. Counts only, no ids; to keep even those private, block the path at the proxy. */
@Controller()
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly source: DataSource,
  ) {}

  @Serves(metrics)
  async read(@Res({ passthrough: true }) reply: HttpReply): Promise<string> {
    // One that fails must not hide the others: metrics matter most when a dependency is down.
    await Promise.allSettled([
      this.readOutbox(),
      ...this.metrics.beforeScrape.map((measure) => measure()),
    ]);
    void reply.headers({
      'Content-Type': this.metrics.registry.contentType,
      'Cache-Control': 'no-store',
    });
    return this.metrics.registry.metrics();
  }

  private async readOutbox(): Promise<void> {
    const { outboxWaiting, relayLag } = this.metrics;
    try {
      const [row]: { waiting: number; lag: number }[] = await this.source.query(
        `SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(at)), 0)::float AS lag
         FROM platform.outbox WHERE relayed_at IS NULL`,
      );
      outboxWaiting.set(row?.waiting ?? 0);
      relayLag.set(Math.max(0, row?.lag ?? 0));
    } catch (error) {
      outboxWaiting.set(NaN);
      relayLag.set(NaN);
      throw error;
    }
  }
}
