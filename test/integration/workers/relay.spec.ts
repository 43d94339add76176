/**
 * @lane quick
 * @engines both: tests how events enter the queues, so it runs with both kinds of queue (Redis and
 * PostgreSQL)
 */
import { eventually } from '../../support/chance/wait';
import { EventRig } from './harness';

describe('A committed event reaches its consumer and has one effect', () => {
  let rig: EventRig;
  beforeAll(async () => {
    rig = await EventRig.open();
  });
  afterAll(() => rig.close());
  afterEach(() => rig.rest());

  const once = async (ids: string[]) => {
    await eventually(
      () => new Set(rig.effects).size,
      (size) => size === ids.length,
    );
    // Waits until nothing is left to relay or to run: after that, no other effects can follow.
    await handedOver();
    await eventually(
      () => rig.queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized'),
      (counts) => Object.values(counts).every((n) => n === 0),
    );
    expect([...rig.effects].sort()).toEqual([...ids].sort());
  };
  /** Waits until the effects are recorded. */
  const completed = (count: number) =>
    eventually(
      () => rig.queue.getJobCounts('completed'),
      (counts) => counts.completed === count,
    );
  const handedOver = () =>
    eventually(
      () => rig.ids('relayed_at IS NULL'),
      (left) => left.length === 0,
    );

  it('with two relays, each of which passes on different events', async () => {
    rig.addRunner();
    await Promise.all([rig.addRelay(), rig.addRelay()]);
    await rig.happen(150);
    await rig.happen(250, { together: true });
    await once(await rig.ids());
    // The queue gets the events before the relay commits, so the test waits for the commit.
    await handedOver();
  });

  it('when a relay dies between queueing and its commit, so that the events are queued a second time', async () => {
    await rig.owner.query(`
      CREATE FUNCTION platform.dies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the relay is dead'; END $$;
      CREATE TRIGGER dies BEFORE UPDATE ON platform.outbox FOR EACH ROW EXECUTE FUNCTION platform.dies()`);
    rig.addRunner();
    await rig.addRelay();
    await rig.happen(40);
    const ids = await rig.ids();
    await eventually(
      () => rig.effects.length,
      (n) => n === 40,
    );
    expect(await rig.ids('relayed_at IS NULL')).toEqual(ids);
    await rig.owner.query('DROP FUNCTION platform.dies() CASCADE');
    await handedOver();
    await once(ids);
  });

  it('when the database of the queues is unavailable: events wait in their table, and are sent when it is available again', async () => {
    rig.addRunner();
    await rig.addRelay();
    await rig.happen(3);
    await once(await rig.ids());
    await handedOver();
    await rig.away();
    await rig.happen(20);
    await eventually(
      () => rig.logs.of('relay waits').length,
      (n) => n > 0,
    );
    expect(await rig.ids('relayed_at IS NULL')).toHaveLength(20);
    await rig.back();
    await once(await rig.ids());
  });

  it('when no notification arrives, since the relay also polls', async () => {
    rig.addRunner();
    await rig.addRelay();
    await rig.run.source.query(
      `INSERT INTO platform.outbox (id, name, data)
       VALUES (gen_random_uuid(), 'studies.study-changed', '{"study_id": "018f0000-0000-7000-8000-000000000000"}')`,
    );
    await eventually(
      () => rig.effects.length,
      (n) => n === 1,
    );
  });

  it('when the listening connection was cut, since the relay reconnects', async () => {
    rig.addRunner();
    await rig.addRelay();
    const listening = async () =>
      (
        await rig.owner.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE application_name = 'commonlab-relay'
           AND datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'`,
        )
      ).rows.map(({ pid }) => pid);
    const [cut] = await eventually(listening, (pids) => pids.length === 1);
    await rig.owner.query('SELECT pg_terminate_backend($1)', [cut]);
    await eventually(listening, (pids) => pids.length === 1 && pids[0] !== cut);
    const began = Date.now();
    for (let i = 1; i <= 10; i++) {
      await rig.happen(1);
      await eventually(
        () => rig.effects.length,
        (n) => n === i,
      );
    }
    // The test commits the next event only after the previous one has arrived. If each event waited
    // for a poll, ten events would take more than eighteen seconds on any machine.
    expect(Date.now() - began).toBeLessThan(18_000);
  });

  it('when its job arrives a second time, under a different id', async () => {
    rig.addRunner();
    await rig.addRelay();
    await rig.happen(5);
    const ids = await rig.ids();
    await once(ids);
    await completed(5);
    for (const id of ids)
      await rig.queue.add(
        'studies.study-changed',
        { id, name: 'studies.study-changed', data: {}, at: '', request_id: null },
        { jobId: `again-${id}` },
      );
    await completed(10);
    await once(ids);
  });

  it('when its reaction fails, since it is retried until it succeeds', async () => {
    let failures = 0;
    rig.react = (event) =>
      failures++ < 3
        ? Promise.reject(new Error('not now'))
        : Promise.resolve(void rig.effects.push(event.id));
    rig.addRunner();
    await rig.addRelay();
    await rig.happen(1);
    await once(await rig.ids());
    expect(failures).toBe(4);
  });
});
