import { Injectable } from '@nestjs/common';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Prometheus metrics of one process, at /metrics of METRICS_PORT or WORKERS_PORT. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'commonlab_http_request_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });
  readonly sockets = new Gauge({
    name: 'commonlab_sockets',
    help: 'Open live connections',
    registers: [this.registry],
  });
  readonly outboxWaiting = new Gauge({
    name: 'commonlab_outbox_waiting',
    help: 'Events committed and not yet relayed',
    registers: [this.registry],
  });
  readonly relayLag = new Gauge({
    name: 'commonlab_relay_lag_seconds',
    help: 'Age of the oldest event not yet relayed',
    registers: [this.registry],
  });
  readonly queueDepth = new Gauge({
    name: 'commonlab_queue_depth',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [this.registry],
  });

  /**
   * Functions that run whenever metrics are fetched. They update metrics whose values are counted
   * elsewhere.
   */
  readonly beforeScrape: (() => Promise<void>)[] = [];

  constructor() {
    // The default precision of event-loop delay, a timer every 10 ms, costs 4 ms of CPU time per
    // second.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 200 });
  }
}
