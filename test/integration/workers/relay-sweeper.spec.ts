/**
 * @engines both: tests how events enter the queues, so it runs with both kinds of queue (Redis and
 * PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/chance/wait';
import { queueName, EventRig } from './harness';

describe('A job of the workers hands over lost events a second time', () => {
  let rig: EventRig;
  beforeAll(async () => {
    rig = await EventRig.open();
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

  it('after the queues were emptied, for any number of events', async () => {
    const ids = await relayed(520);
    await rig.empty();
    rig.addRunner();
    // No job is left.
    expect(Object.values(await rig.queue.getJobCounts()).every((n) => n === 0)).toBe(true);
    expect(rig.effects).toEqual([]);
    expect(await rig.sweep()).toBe(520);
    await done(ids);
    expect([...rig.effects].sort()).toEqual(ids);
    expect(await rig.sweep()).toBe(0);
  });

  it('after the queues were emptied while a consumer runs', async () => {
    rig.addRunner();
    const ids = await relayed(3);
    await done(ids);
    await rig.empty();
    await rig.addRelay();
    await rig.happen(3);
    await done(await rig.ids());
  });

  it('when their job is finished, but their effect is not recorded', async () => {
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

  it('when their job has failed for good', async () => {
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

  it('only when they no longer wait or run', async () => {
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
    await eventually(
      () => rig.queue.getJobCounts('completed'),
      ({ completed }) => completed === 5,
    );
    expect([...rig.effects].sort()).toEqual(ids);
  });

  it('and deletes events an hour after they are done everywhere, and keeps the others', async () => {
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
    // The sweeper deletes each event together with the record that it was handled. The event that
    // it keeps may have been handled meanwhile.
    expect((await rig.processed()).filter((id) => id !== kept)).toEqual([]);
  });

  it('and deletes all events that are due together, also when many are due after few', async () => {
    await relayed(3);
    // The tables are analyzed while they have few rows, so PostgreSQL plans for few rows although
    // many follow.
    for (const table of ['outbox', 'processed_event'])
      await rig.owner.query(`VACUUM ANALYZE platform.${table}`);
    await rig.owner.query('DELETE FROM platform.outbox; DELETE FROM platform.processed_event');
    await rig.owner.query(
      `WITH happened AS (
         INSERT INTO platform.outbox (id, name, data, at, relayed_at)
         SELECT gen_random_uuid(), 'studies.study-changed', '{}', now(), now() - interval '2 hours'
         FROM generate_series(1, 10001) RETURNING id)
       INSERT INTO platform.processed_event (event_id, consumer) SELECT id, $1 FROM happened`,
      [queueName],
    );
    expect(await rig.sweep()).toBe(0);
    expect(await rig.ids()).toEqual([]);
    expect(await rig.processed()).toEqual([]);
  });

  it('and deletes records about missing events after an hour', async () => {
    const [event = ''] = await relayed(1);
    const [young, old] = [randomUUID(), randomUUID()];
    await rig.owner.query(
      `INSERT INTO platform.processed_event (event_id, consumer, at) VALUES
       ($1, $4, now() - interval '2 hours'), ($2, $4, now()), ($3, $4, now() - interval '2 hours')`,
      [event, young, old, queueName],
    );
    await rig.sweep();
    expect(await rig.processed()).toEqual([event, young].sort());
  });

  it('in one process at a time', async () => {
    const ids = await relayed(60);
    await rig.empty();
    const counts = await Promise.all([rig.sweep(), rig.sweep(), rig.sweep()]);
    expect(counts.sort((a, b) => a - b)).toEqual([0, 0, 60]);
    rig.addRunner();
    await done(ids);
  });
});
