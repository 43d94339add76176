/**
 * @engines both: Redis and PostgreSQL each delete finished jobs in their own way, so it runs with
 * both kinds of queue (Redis and PostgreSQL)
 */
import { hours } from '../../../server/platform/concurrency/clock';
import { FinishedJobsCleanup } from '../../../workers/finished-jobs';
import { finishedJobRetentionMs } from '../../../workers/event-jobs';
import { eventually } from '../../support/chance/wait';
import { queueName, EventRig } from './harness';

describe('A finished job, which names a participation with its times,', () => {
  let rig: EventRig;
  beforeAll(async () => {
    rig = await EventRig.open();
  });
  afterAll(() => rig.close());
  afterEach(() => rig.rest());

  const finished = async () => (await rig.queue.getJobCounts('completed')).completed ?? 0;
  const finish = async (count: number) => {
    await rig.addRelay();
    rig.addRunner();
    await rig.happen(count);
    await eventually(finished, (n) => n === count);
  };
  const clear = (keptMs?: number) =>
    new FinishedJobsCleanup(new Map([[queueName, { queue: rig.queue, batch: 1 }]]), keptMs).run();

  it('is deleted within the hour, also from an otherwise idle queue', async () => {
    await finish(3);
    expect(await clear()).toBe(0);
    expect(await finished()).toBe(3);
    // The test sets the age limit instead of the clock, since the clocks of Redis and PostgreSQL
    // cannot be set.
    await eventually(
      () => clear(1).then(finished),
      (left) => left === 0,
    );
    const job = new FinishedJobsCleanup(new Map());
    expect(finishedJobRetentionMs + job.everyMs).toBeLessThan(hours(1));
  });

  it('has options that delete it by age, and keep at most a thousand', async () => {
    await finish(1);
    const [job] = await rig.queue.getCompleted();
    expect(job?.opts.removeOnComplete).toEqual({
      age: finishedJobRetentionMs / 1_000,
      count: 1000,
    });
  });
});
