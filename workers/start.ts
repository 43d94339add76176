import { NestFactory } from '@nestjs/core';
import { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import type { Config } from '../server/config';
import type { Broadcast } from '../server/live/fan-out';
import type { Clock } from '../server/platform/clock';
import { NestLog, type Logger } from '../server/platform/log';
import { queueConnection, queuePrefix } from '../server/platform/queues';
import { DeadlinesJob, SealJob } from './enrolment/deadlines.job';
import { BROADCAST, LiveConsumer } from './live/live.consumer';
import { MailConsumer } from './mail/mail.consumer';
import { Relay } from './relay';
import { routingOf } from './routing';
import { Runner } from './runner';
import { Schedule } from './schedule';
import { SweepJob } from './sweep.job';
import { WorkersModule } from './workers.module';

export interface RunningWorkers { relay: Relay; sweep: SweepJob; close(): Promise<void> }

/** Relay, consumers and schedule of one process; several may run beside each other. */
export async function startWorkers(config: Config, log: Logger, clock?: Clock, sweepAfterMs?: number): Promise<RunningWorkers> {
  const app = await NestFactory.createApplicationContext(WorkersModule.for(config, log, clock), { logger: new NestLog(log), abortOnError: false });
  const consumers = [app.get(LiveConsumer), app.get(MailConsumer)];
  const routing = routingOf(consumers);
  const source = app.get(DataSource);
  const adding = queueConnection(config, 'short');
  const queues = new Map(consumers.map(({ name }) => {
    const queue = new Queue(name, { connection: adding, prefix: queuePrefix });
    queue.on('error', (error) => log.warn({ queue: name, err: { message: error.message } }, 'queue'));
    return [name, queue];
  }));
  const runners = consumers.map((consumer) => new Runner(consumer, source, queueConnection(config, 'endless'), log));
  const relay = new Relay(source, config.databaseUrl, routing, queues, log);
  await relay.start();
  const sweep = new SweepJob(source, routing, queues, sweepAfterMs);
  const schedule = new Schedule([app.get(DeadlinesJob), app.get(SealJob), sweep], log);
  schedule.start();
  return {
    relay, sweep,
    async close() {
      await Promise.all([schedule.stop(), relay.stop()]);
      await Promise.all(runners.map((runner) => runner.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close().catch(() => undefined)));
      if (config.redisUrl) (adding as unknown as { disconnect(): void }).disconnect();
      await app.get<Broadcast>(BROADCAST).close();
      await app.close();
    },
  };
}
