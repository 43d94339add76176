import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import type { DomainEvent, EventName } from '../../../contracts/base/events';
import { capabilities } from '../../../server/contexts';
import type { LiveBroadcaster } from '../../../server/live/fan-out';
import { LIVE_BROADCASTER } from '../../../server/live/live.consumer';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type {
  EventConsumer,
  EventReaction,
  ScheduledJob,
} from '../../../server/platform/messaging/consumer';
import { DueJobPoll } from '../../../workers/due-poll';
import { WorkersModule } from '../../../workers/workers.module';
import { configFor, TestClock } from '../../support/app/app';
import { captureLog } from '../../support/app/captured-log';
import { unguardedJob } from '../../support/app/due-guard';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';

/** The number of simultaneous runs after which a job must find nothing more to do. */
const mostRuns = 12;

/** A database with the jobs of one or two workers' processes. */
export interface Installation {
  readonly way: Way;
  readonly engines: TestDatabases;
  readonly rows: Client;
  readonly clock: TestClock;
  readonly processes: readonly INestApplicationContext[];
  readonly poll: DueJobPoll;
  /** The ids of the events to which the consumers have reacted. */
  readonly reacted: Set<string>;
}

/** Starts the workers' applications on a copy of a database. */
export async function openInstallation(of: TestDatabases, way: Way): Promise<Installation> {
  const engines = await cloneDatabase(of);
  const rows = new Client({ connectionString: engines.migrationDatabaseUrl });
  await rows.connect();
  const clock = new TestClock();
  const config = configFor(engines);
  const { log } = captureLog('warn', 'test');
  const start = async () =>
    NestFactory.createApplicationContext(
      await WorkersModule.for(config, log, capabilities, clock),
      { logger: false, abortOnError: false },
    );
  return {
    way,
    engines,
    rows,
    clock,
    poll: new DueJobPoll(config.databaseUrl),
    reacted: new Set(),
    processes: await Promise.all(Array.from({ length: way === 'alone' ? 1 : 2 }, start)),
  };
}

export async function closeInstallation({
  engines,
  rows,
  processes,
  poll,
}: Installation): Promise<void> {
  for (const app of processes) {
    await app.get<LiveBroadcaster>(LIVE_BROADCASTER).close();
    await app.close();
  }
  await poll.close();
  await rows.end();
  await engines.drop();
}

export type JobOf = (app: INestApplicationContext) => ScheduledJob;

/**
 * Two ways in which two processes may run a job together.
 * - `at_once`: both processes begin at the same moment.
 * - `with_old_rows`: the second process reads which rows are due. It begins its first transaction
 *   only when the first process has handled these rows.
 */
export const ways = ['at_once', 'with_old_rows'] as const;
type Way = (typeof ways)[number] | 'alone';

/**
 * Runs a job in all processes of an installation, in the way of this installation.
 * @returns how much each process handled
 */
async function runTogether({ processes, way }: Installation, jobOf: JobOf): Promise<number[]> {
  const [first, second] = processes.map((app) => ({
    job: unguardedJob(jobOf(app)),
    work: app.get(UnitOfWork),
  }));
  if (!first) return [];
  if (!second) return [await first.job.run()];
  if (way === 'at_once') return Promise.all([first.job.run(), second.job.run()]);
  const running = first.job.run();
  const begin = second.work.run.bind(second.work);
  second.work.run = async (work, options) => {
    await running;
    return begin(work, options);
  };
  try {
    return await Promise.all([running, second.job.run()]);
  } finally {
    Reflect.deleteProperty(second.work, 'run');
  }
}

/** Runs a job in an installation until it finds nothing more to do. @returns how much it handled */
export async function runUntilDone(installation: Installation, jobOf: JobOf): Promise<number> {
  const [app] = installation.processes;
  if (!app) return 0;
  let handled = 0;
  for (let n = 0; n < mostRuns; n += 1) {
    if ((await installation.poll.of([jobOf(app)], installation.clock.now())).length === 0) break;
    const counts = await runTogether(installation, jobOf);
    const sum = counts.reduce((all, count) => all + count, 0);
    handled += sum;
    if (sum === 0) break;
  }
  return handled;
}

/** Consumers that only send to other servers or to sockets. They write nothing to the database. */
const sending = ['mail', 'webhooks', 'live'];
const consumerTypes = [...capabilities.consumers]
  .filter(([queue]) => !sending.includes(queue))
  .map(([, type]) => type);

/**
 * Lets each consumer react to each new event, in all processes of an installation at the same time.
 * If there are two processes, one of them may fail, since a queue repeats a failed reaction.
 * @throws the error of the process if the installation has only one process
 */
export async function reactToEvents({
  way,
  rows,
  processes,
  reacted,
}: Installation): Promise<void> {
  const { rows: events } = await rows.query<DomainEvent>(
    'SELECT id, name, data, request_id, at FROM platform.outbox ORDER BY at, id',
  );
  for (const event of events.filter(({ id }) => !reacted.has(id))) {
    reacted.add(event.id);
    for (const type of consumerTypes) {
      const reactions = processes.map(async (app) => {
        const react = app.get<EventConsumer>(type).on[event.name] as
          | EventReaction<EventName>
          | undefined;
        await react?.(event);
      });
      await (way === 'alone' ? Promise.all(reactions) : Promise.allSettled(reactions));
    }
  }
}
