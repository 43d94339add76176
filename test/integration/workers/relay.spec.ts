import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../support/wait';
import { queueName, Rig } from './harness';

describe('a committed event reaches its consumer, and has one effect', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await Rig.open();
  });
  afterAll(() => rig.close());
  afterEach(() => rig.rest());

  const once = async (ids: string[]) => {
    await eventually(
      () => new Set(rig.effects).size,
      (size) => size === ids.length,
    );
    await wait(200);
    expect([...rig.effects].sort()).toEqual([...ids].sort());
  };
  /** Not before that are the effects recorded as well. */
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

  it('with two relays: each hands over what the other one does not, and nothing twice', async () => {
    rig.addRunner();
    await Promise.all([rig.addRelay(), rig.addRelay()]);
    await rig.happen(150);
    await rig.happen(250, { together: true });
    await once(await rig.ids());
    // The queue has them before the relay's commit says so.
    await handedOver();
  });

  it('when a relay dies between the queue and its commit: the events are handed over again, and the queue knows them', async () => {
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

  it('when the queue engine is away: the events wait in their table, and go when it is back', async () => {
    rig.addRunner();
    await rig.addRelay();
    await rig.happen(3);
    await once(await rig.ids());
    await handedOver();
    await rig.away();
    await rig.happen(20);
    await wait(1_000);
    expect(await rig.ids('relayed_at IS NULL')).toHaveLength(20);
    await rig.back();
    await once(await rig.ids());
  });

  it('when nobody rings: the relay looks by itself', async () => {
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

  it('when the listening connection was cut: the relay listens again', async () => {
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
    // Each is there before the next one happens, so ten slow polls would take eighteen seconds on
    // any machine.
    expect(Date.now() - began).toBeLessThan(18_000);
  });

  it('when the same job comes twice, under whatever id', async () => {
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

  it('when its reaction fails: it is tried again until it does not', async () => {
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

describe('what the queues lost is handed over again', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await Rig.open();
  });
  afterAll(() => rig.close());
  afterEach(() => rig.rest());

  const relayed = async (count: number) => {
    const relay = await rig.addRelay();
    await rig.happen(count);
    await eventually(
      () => rig.ids('relayed_at IS NULL'),
      (left) => left.length === 0,
    );
    await relay.stop();
    return rig.ids();
  };
  const done = (ids: string[]) =>
    eventually(
      () => rig.effects.length,
      (n) => n === ids.length,
    );

  it('after the queues were emptied, however much was in them', async () => {
    const ids = await relayed(520);
    await rig.empty();
    rig.addRunner();
    await wait(500);
    expect(rig.effects).toEqual([]);
    expect(await rig.sweep()).toBe(520);
    await done(ids);
    expect([...rig.effects].sort()).toEqual(ids);
    expect(await rig.sweep()).toBe(0);
  });

  it('after the queues were emptied under a consumer at work', async () => {
    rig.addRunner();
    const ids = await relayed(3);
    await done(ids);
    await rig.empty();
    await rig.addRelay();
    await rig.happen(3);
    await done(await rig.ids());
  });

  it('when the job of that id is finished, but its effect is not known', async () => {
    rig.addRunner();
    const ids = await relayed(4);
    await done(ids);
    await eventually(
      () => rig.queue.getJobCounts('completed'),
      ({ completed }) => completed === 4,
    );
    await rig.owner.query('DELETE FROM platform.processed_event');
    expect(await rig.sweep()).toBe(4);
    await eventually(
      () => rig.effects.length,
      (n) => n === 8,
    );
  });

  it('when the job of that id has failed for good', async () => {
    const { UnrecoverableError } = await import('bullmq');
    const well = rig.react;
    rig.react = () => Promise.reject(new UnrecoverableError('broken'));
    rig.addRunner();
    const ids = await relayed(2);
    await eventually(
      () => rig.queue.getJobCounts('failed'),
      ({ failed }) => failed === 2,
    );
    rig.react = well;
    expect(await rig.sweep()).toBe(2);
    await done(ids);
  });

  it('but not what still waits or is under way', async () => {
    const ids = await relayed(5);
    expect(await rig.sweep()).toBe(0);
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    rig.react = async (event) => {
      await gate;
      rig.effects.push(event.id);
    };
    rig.addRunner();
    await eventually(
      () => rig.queue.getJobCounts('active'),
      ({ active }) => active === 5,
    );
    expect(await rig.sweep()).toBe(0);
    go();
    await done(ids);
    await wait(100);
    expect([...rig.effects].sort()).toEqual(ids);
  });

  it('and what is done everywhere is forgotten after an hour, what is not done is kept', async () => {
    rig.addRunner();
    const ids = await relayed(3);
    await done(ids);
    await eventually(
      () => rig.queue.getJobCounts('completed'),
      ({ completed }) => completed === 3,
    );
    expect(
      (
        await rig.owner.query('SELECT 1 FROM platform.processed_event WHERE consumer = $1', [
          queueName,
        ])
      ).rowCount,
    ).toBe(3);
    await rig.owner.query(`UPDATE platform.outbox SET relayed_at = now() - interval '2 hours'`);
    const [kept] = ids;
    await rig.owner.query('DELETE FROM platform.processed_event WHERE event_id = $1', [kept]);
    expect(await rig.sweep()).toBe(1);
    expect(await rig.ids()).toEqual([kept]);
  });
});
