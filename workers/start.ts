import { NestFactory } from '@nestjs/core';
import { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import type { Config } from '../server/config';
import { capabilities as product } from '../server/contexts';
import type { Capabilities } from '../server/platform/context/capabilities';
import type { LiveBroadcaster } from '../server/live/fan-out';
import { Clock } from '../server/platform/concurrency/clock';
import { NestLog, type Logger } from '../server/platform/observability/log';
import { Metrics } from '../server/platform/observability/metrics';
import { Readiness } from '../server/platform/observability/readiness';
import { MetricsScrape } from '../server/platform/observability/scrape';
import { connectToQueueEngine, queuePrefix } from '../server/platform/messaging/queues';
import { withTimeout } from '../server/platform/concurrency/with-timeout';
import { LIVE_BROADCASTER } from '../server/live/live.consumer';
import { startMonitoring } from './monitoring';
import { DueJobPoll } from './due-poll';
import { OutboxRelay, OutboxRelayPoll, routingOf } from './relay';
import { QueueWorker } from './queue-worker';
import { JobSchedule } from './schedule';
import { requireKnownSecretKeys } from '../server/platform/security/require-secrets';
import { Secrets } from '../server/platform/security/secrets';
import { FinishedJobsCleanup } from './finished-jobs';
import { OutboxSweeper } from './outbox-sweeper';
import { WorkerMetrics } from './worker-metrics';
import { RetentionJob } from './retention.job';
import { WorkersModule } from './workers.module';
import { redactedErrorMessageOf } from '../server/platform/observability/redact-error';

export interface RunningWorkers {
  relay: OutboxRelay;
  sweep: OutboxSweeper;
  /** The port for health checks and metrics, if WORKERS_PORT is set. */
  monitoringPort: number | undefined;
  close(): Promise<void>;
}

/**
 * How many milliseconds an unreachable Redis or PostgreSQL may delay the shutdown; well below the
 * deadline of `runProgram`.
 */
const patience = { relay: 2_000, reactions: 3_500, queues: 1_000, forced: 500 };

/**
 * Starts the outbox relay, the consumers and the schedule of one workers process. Several such
 * processes may run at the same time.
 */
export async function startWorkers(
  config: Config,
  log: Logger,
  clock?: Clock,
  sweepAfterMs?: number,
  capabilities: Capabilities = product,
): Promise<RunningWorkers> {
  const app = await NestFactory.createApplicationContext(
    await WorkersModule.for(config, log, capabilities, clock),
    { logger: new NestLog(log), abortOnError: false },
  );
  const consumers = [...capabilities.consumers].map(([queue, type]) => {
    const consumer = app.get(type);
    if (consumer.name !== queue)
      throw new Error(`the consumer ${consumer.name} is declared for the queue ${queue}`);
    return consumer;
  });
  const routing = routingOf(consumers, [...capabilities.events.keys()], capabilities.silentEvents);
  const source = app.get(DataSource);
  await requireKnownSecretKeys(source, app.get(Secrets)).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const adding = connectToQueueEngine(config, 'short');
  const queues = new Map(
    consumers.map(({ name, batch = 1 }) => {
      const queue = new Queue(name, { connection: adding.options, prefix: queuePrefix });
      queue.on('error', (error) =>
        log.warn({ queue: name, err: { message: error.message } }, 'queue'),
      );
      return [name, { queue, batch }] as const;
    }),
  );
  const working = connectToQueueEngine(config, 'endless');
  const metrics = new WorkerMetrics(app.get(Metrics));
  const runners = consumers.map(
    (consumer) => new QueueWorker(consumer, source, working, log, metrics),
  );
  const relay = new OutboxRelay(source, config.databaseUrl, routing, queues, log, metrics);
  await relay.start();
  const sweep = new OutboxSweeper(source, routing, queues, log, sweepAfterMs);
  const due = new DueJobPoll(config.databaseUrl);
  const schedule = new JobSchedule(
    [
      ...capabilities.jobs.map((job) => app.get(job)),
      app.get(RetentionJob),
      sweep,
      new FinishedJobsCleanup(queues),
      new OutboxRelayPoll(relay),
    ],
    due,
    app.get(Clock),
    log,
    metrics,
  );
  schedule.start();
  const monitoring =
    config.workersPort === undefined
      ? undefined
      : await startMonitoring(
          {
            readiness: app.get(Readiness),
            scrape: app.get(MetricsScrape),
            isListening: () => relay.isListening(),
          },
          config.workersHost,
          config.workersPort,
        );

  const ends = async (ms: number, what: string, work: Promise<unknown>[]) => {
    await withTimeout(ms, what, Promise.allSettled(work)).catch((error: unknown) =>
      log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'closing'),
    );
  };
  return {
    relay,
    sweep,
    monitoringPort: monitoring?.port,
    async close() {
      await monitoring?.close();
      await ends(patience.relay, 'stopping relay and schedule', [schedule.stop(), relay.stop()]);
      const closing = runners.map((runner) => runner.close());
      await ends(patience.reactions, 'ending what is under way', closing);
      await ends(
        patience.queues,
        'closing the queues',
        [...queues.values()].map(({ queue }) => queue.close()),
      );
      await ends(patience.queues, 'closing the connections of queues and schedule', [
        adding.disconnect(),
        working.disconnect(),
        due.close(),
      ]);
      await ends(patience.forced, 'closing without the engine', closing);
      await app.get<LiveBroadcaster>(LIVE_BROADCASTER).close();
      await ends(patience.queues, 'closing the application', [app.close()]);
    },
  };
}
