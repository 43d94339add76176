/**
 * @engines long: Redis and PostgreSQL pass live messages between servers in different ways, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import type { RunningWorkers } from '../../../workers/start';
import { startApp } from '../../support/app/app';
import type { RunningApp } from '../../support/app/launch-app';
import { makePeople, makePerson, type TestPerson } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import { slotRequestsOf, timeInDays } from './booking';

let run: RunningApp;
let workers: RunningWorkers;
let slots: ReturnType<typeof slotRequestsOf>;
const open: TestSocket[] = [];
beforeAll(async () => {
  // This file has its own application, because its workers handle every event of their database.
  run = await startApp();
  workers = await startTestWorkers(run);
  slots = slotRequestsOf(run);
});
afterAll(async () => {
  for (const w of open) w.close();
  await workers.close();
  await run.close();
});

const connect = async (who?: TestPerson) => {
  const w = await openTestSocket(run.url, who?.token);
  open.push(w);
  return w;
};
const told = (w: TestSocket) => w.messages.filter(({ name }) => name === 'slots.updated');
const hears = (w: TestSocket, atLeast: number) =>
  eventually(
    () => told(w),
    (all) => all.length >= atLeast,
  );

describe('The live list of slots for participants', () => {
  it('announces a change when another participant books, gives up or leaves, and nothing more', async () => {
    const r = await slots.session({ privacy_level: 'anonymous' });
    const id = await slots.slot(r);
    const [chooses, books] = [await slots.seated(r), await slots.seated(r)];
    const { session_id } = await slots.choice(chooses);
    expect(session_id).toBe(r.session_id);
    const page = await connect(chooses.person);
    expect(await page.watch(`slots:${session_id}`)).toEqual({
      ok: true,
      snapshot: { _id: session_id },
    });
    const left = async () => (await slots.choice(chooses)).slots[0]?.seats_left;
    const changes: [() => Promise<{ status: number }>, number][] = [
      [() => slots.book(books, id), 0],
      [() => slots.giveUp(books), 1],
      [() => slots.book(books, id), 0],
      [
        () =>
          slots.ask('PUT', `/api/participations/${books.id}/`, books.person, {
            action: 'withdraw',
          }),
        1,
      ],
    ];
    for (const [change, seats] of changes) {
      const before = told(page).length;
      expect((await change()).status).toBe(200);
      await hears(page, before + 1);
      expect(await left()).toBe(seats);
    }
    for (const { message } of told(page)) expect(message).toEqual({ _id: session_id });
  }, 30_000);

  it('announces changes at most once a second, however many participants book', async () => {
    const r = await slots.session();
    const id = await slots.slot(r, { seats: 12 });
    const page = await connect((await slots.seated(r)).person);
    await page.watch(`slots:${r.session_id}`);
    const coming = [];
    for (const person of await makePeople(run.source, 12))
      coming.push(await slots.seated(r, person));
    const began = performance.now();
    await Promise.all(coming.map((one) => slots.book(one, id)));
    // A busy worker may handle all of the changes at once, and send one message.
    await hears(page, 1);
    const last = await slots.seated(r);
    const before = told(page).length;
    await slots.book(last, await slots.slot(r, { starts: timeInDays(run, 11) }));
    await hears(page, before + 1);
    // The server sends the first message immediately, and then at most one message in each second.
    expect(told(page).length).toBeLessThanOrEqual(
      2 + Math.floor((performance.now() - began) / 1000),
    );
  }, 30_000);

  it('is refused to visitors, to others, and to a participant whose seat has ended', async () => {
    const r = await slots.session();
    await slots.slot(r);
    const topic = `slots:${r.session_id}`;
    const seat = await slots.seated(r);
    expect(await (await connect()).watch(topic)).toEqual({ ok: false, code: 'unauthenticated' });
    for (const who of [await makePerson(run.source), r.researcher])
      expect(await (await connect(who)).watch(topic)).toEqual({ ok: false, code: 'not_found' });
    // A seat in a session of another study gives no right to this topic.
    const elsewhere = await slots.seated(await slots.session());
    expect(await (await connect(elsewhere.person)).watch(topic)).toEqual({
      ok: false,
      code: 'not_found',
    });
    await slots.ask('PUT', `/api/participations/${seat.id}/`, seat.person, { action: 'withdraw' });
    expect(await (await connect(seat.person)).watch(topic)).toEqual({
      ok: false,
      code: 'not_found',
    });
  });
});
