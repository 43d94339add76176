/**
 * @engines both: tests how events enter the queues, so it runs with both kinds of queue (Redis and
 * PostgreSQL)
 */
import { UnrecoverableError } from 'bullmq';
import { eventsOfJob, type EventJobData } from '../../../workers/event-jobs';
import { eventually } from '../../support/chance/wait';
import { EventRig } from './harness';

describe('A job with many events', () => {
  let rig: EventRig;
  beforeAll(async () => {
    rig = await EventRig.open({ batch: 50 });
  });
  afterAll(() => rig.close());
  afterEach(() => rig.rest());

  const idle = () =>
    eventually(
      () => rig.queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized'),
      (counts) => Object.values(counts).every((n) => n === 0),
    );
  const relayed = () =>
    eventually(
      () => rig.ids('relayed_at IS NULL'),
      (left) => left.length === 0,
    );
  const handOver = async (count: number) => {
    await rig.happen(count, { together: true });
    const relay = await rig.addRelay();
    await relayed();
    await relay.stop();
    return rig.ids();
  };
  const eachOnce = async (ids: readonly string[]) => {
    await eventually(
      () => new Set(rig.effects).size,
      (size) => size === ids.length,
    );
    await idle();
    expect([...rig.effects].sort()).toEqual([...ids].sort());
  };
  const done = async (): Promise<string[]> => {
    const { rows } = await rig.owner.query<{ id: string }>(
      'SELECT event_id AS id FROM platform.processed_event ORDER BY event_id',
    );
    return rows.map(({ id }) => id);
  };

  it('contains events that were committed together, up to a limit, and each event has one effect', async () => {
    const ids = await handOver(120);
    const jobs = await rig.queue.getJobs(['waiting']);
    expect(jobs.map((job) => eventsOfJob(job.data as EventJobData).length).sort()).toEqual(
      [20, 50, 50].sort(),
    );
    rig.addRunner();
    rig.addRunner();
    await eachOnce(ids);
    expect(await done()).toEqual(ids);
  });

  it('has each event once with two relays, while events keep arriving', async () => {
    rig.addRunner();
    await Promise.all([rig.addRelay(), rig.addRelay()]);
    await rig.happen(150);
    await rig.happen(250, { together: true });
    await eachOnce(await rig.ids());
  });

  it('is not held up by an event that fails, which is retried without the others', async () => {
    const failing = new Map<string, number>();
    rig.react = (event) => {
      const tries = failing.get(event.id);
      if (tries !== undefined && tries < 3) {
        failing.set(event.id, tries + 1);
        return Promise.reject(new Error(`not now: ${event.id}`));
      }
      rig.effects.push(event.id);
      return Promise.resolve();
    };
    const ids = await handOver(40);
    for (const id of [ids[3], ids[17], ids[39]]) failing.set(String(id), 0);
    const well = ids.filter((id) => !failing.has(id));
    rig.addRunner();
    await eventually(
      () => done(),
      (now) => well.every((id) => now.includes(id)),
    );
    await eachOnce(ids);
    expect([...failing.values()]).toEqual([3, 3, 3]);
    // Each failure is logged with its event.
    const told = rig.logs.of('reaction failed').map((line) => line.event_id);
    expect(told.sort()).toEqual([...failing.keys(), ...failing.keys(), ...failing.keys()].sort());
  });

  it('records its other events as done while one event hangs', async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const ids = await handOver(30);
    rig.react = async (event) => {
      if (event.id === ids[11]) await gate;
      rig.effects.push(event.id);
    };
    rig.addRunner();
    await eventually(done, (now) => now.length === 29);
    expect(await done()).not.toContain(ids[11]);
    go();
    await eachOnce(ids);
  });

  it('is not queued twice when the relay dies between queueing and its commit', async () => {
    await rig.owner.query(`
      CREATE FUNCTION platform.dies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the relay is dead'; END $$;
      CREATE TRIGGER dies BEFORE UPDATE ON platform.outbox FOR EACH ROW EXECUTE FUNCTION platform.dies()`);
    try {
      rig.addRunner();
      await rig.happen(40, { together: true });
      await rig.addRelay();
      await eventually(
        () => rig.effects.length,
        (n) => n === 40,
      );
      // The relay could not record that forty events are queued. It queues them again with the next
      // five events, although most of them are done.
      await rig.happen(5, { together: true });
      await eventually(
        () => new Set(rig.effects).size,
        (n) => n === 45,
      );
      expect(await rig.ids('relayed_at IS NULL')).toHaveLength(45);
    } finally {
      await rig.owner.query('DROP FUNCTION platform.dies() CASCADE');
    }
    await relayed();
    await eachOnce(await rig.ids());
  });

  describe('The workers queue a job’s events a second time', () => {
    it('after the queues were emptied, for any number of events', async () => {
      const ids = await handOver(520);
      await rig.empty();
      expect(await rig.sweep()).toBe(520);
      expect(await rig.sweep()).toBe(0);
      rig.addRunner();
      await eachOnce(ids);
      expect(await rig.sweep()).toBe(0);
    });

    it('if they are not done although the job finished or failed for good', async () => {
      const ids = await handOver(20);
      const bad = new Set([ids[2], ids[9]]);
      rig.react = (event) =>
        bad.has(event.id)
          ? Promise.reject(new UnrecoverableError('broken'))
          : Promise.resolve(void rig.effects.push(event.id));
      rig.addRunner();
      await eventually(
        () => rig.queue.getJobCounts('failed'),
        ({ failed }) => failed === 1,
      );
      bad.clear();
      expect(await rig.sweep()).toBe(2);
      await eachOnce(ids);
    });

    it('only when the job no longer waits, runs, or pauses after a failure', async () => {
      const ids = await handOver(10);
      expect(await rig.sweep()).toBe(0);
      let go: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (go = resolve));
      let failed = false;
      rig.react = async (event) => {
        await gate;
        if (event.id === ids[0] && !failed) {
          failed = true;
          throw new Error('not now');
        }
        rig.effects.push(event.id);
      };
      rig.addRunner();
      await eventually(
        () => rig.queue.getJobCounts('active'),
        ({ active }) => active === 1,
      );
      expect(await rig.sweep()).toBe(0);
      go();
      await eventually(done, (now) => now.length >= 9);
      expect(await rig.sweep()).toBe(0);
      await eachOnce(ids);
    });
  });

  it('is still processed in the former format, with one event', async () => {
    const ids = await handOver(1);
    const [job] = await rig.queue.getJobs(['waiting']);
    expect(job?.data).toMatchObject({ id: ids[0], name: 'studies.study-changed' });
    rig.addRunner();
    await eachOnce(ids);
  });
});
