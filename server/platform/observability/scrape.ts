import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Metrics } from './metrics';

/** Collects the metrics of a server or workers process as the text that Prometheus fetches. */
@Injectable()
export class MetricsScrape {
  constructor(
    private readonly metrics: Metrics,
    private readonly source: DataSource,
  ) {}

  get contentType(): string {
    return this.metrics.registry.contentType;
  }

  async text(): Promise<string> {
    // If one measurement fails, the others are still reported: metrics matter most when a
    // dependency is down.
    await Promise.allSettled([
      this.readOutbox(),
      ...this.metrics.beforeScrape.map((measure) => measure()),
    ]);
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
