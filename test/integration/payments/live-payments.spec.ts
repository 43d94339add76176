/**
 * @engines long: Redis and PostgreSQL pass live messages between servers in different ways, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import type { CashCode } from '../../../contracts/payments/payments';
import type { RunningWorkers } from '../../../workers/start';
import { startApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import type { TestPerson } from '../../support/people/people';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { rejectDecision } from './decisions';
import { paidParticipantsOf } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: RunningApp;
let workers: RunningWorkers;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
const open: TestSocket[] = [];
beforeAll(async () => {
  // This file has its own application, because its workers handle every event of their database.
  run = await startApp();
  workers = await startTestWorkers(run);
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
});
afterAll(async () => {
  for (const one of open) one.close();
  await workers.close();
  await run.close();
});

const watches = async ({ token }: TestPerson, topic: string) => {
  const one = await openTestSocket(run.url, token);
  open.push(one);
  expect(await one.watch(topic)).toMatchObject({ ok: true });
  return one;
};
const named = (one: TestSocket, name: string) =>
  one.messages.filter((message) => message.name === name).map(({ message }) => message);
/** Waits until there are more than `before` messages of this name. @returns all of them */
const more = (one: TestSocket, name: string, before: number) =>
  eventually(
    () => named(one, name),
    (all) => all.length > before,
  );

/** Makes a participant who completed, and sockets of the participant and of the researcher. */
const watched = async (privacy_level: string) => {
  const r = await paid.launched(10 * spotPrice, { privacy_level });
  const [participant] = await paid.completed(r);
  if (!participant) throw new Error('no participant');
  return {
    r,
    ...participant,
    own: await watches(participant.person, 'me'),
    list: await watches(r.researcher, `session:${r.session_id}`),
  };
};
const payInCash = async (id: string, person: TestPerson, researcher: TestPerson) => {
  const { _id } = await paid.payment(person);
  const { code } = await bodyOf<CashCode>(paid.code(id, person).expect(200));
  await paid.pay(_id, researcher, { action: 'confirm-cash', code }).expect(200);
  return _id;
};

describe('A payment of a session whose names may be shown', () => {
  it('is announced to its participant and to the researcher when it is approved and paid', async () => {
    const { r, person, id, own, list } = await watched('roster_on_start');
    const before = named(list, 'payments.updated').length;
    await ends.act(id, r.researcher, { action: 'approve' });
    expect(await more(list, 'payments.updated', before)).toContainEqual({ _id: r.session_id });
    await more(own, 'participation.updated', 0);
    const approved = named(list, 'payments.updated').length;
    const paymentId = await payInCash(id, person, r.researcher);
    expect(await more(own, 'payment.updated', 0)).toEqual([{ _id: paymentId }]);
    await more(list, 'payments.updated', approved);
    expect(await paid.listed(r)).toMatchObject([{ state: 'paid', method: 'cash' }]);
  }, 60_000);

  it('is announced to the researcher when its participant answers a rejection', async () => {
    const { r, person, id, list } = await watched('roster_on_start');
    await ends.act(id, r.researcher, rejectDecision);
    const { _id } = await eventually(
      () => paid.payment(person),
      ({ state }) => state === 'rejected',
    );
    await more(list, 'payments.updated', 0);
    const before = named(list, 'payments.updated').length;
    await paid.pay(_id, person, { action: 'answer', text: 'I read fast.' }).expect(200);
    await more(list, 'payments.updated', before);
    expect(await paid.listed(r)).toMatchObject([{ answer: 'I read fast.' }]);
  }, 60_000);
});

describe('A payment of an anonymous session', () => {
  it('is announced only to its participant', async () => {
    const { r, person, id, own, list } = await watched('anonymous');
    await ends.act(id, r.researcher, { action: 'approve' });
    // The researcher's decision takes effect only when the day is over. Before that, the
    // participant waives the payment.
    const { _id } = await paid.payment(person);
    await paid.pay(_id, person, { action: 'waive' }).expect(200);
    expect(await more(own, 'payment.updated', 0)).toEqual([{ _id }]);
    await eventually(
      async () => {
        const [{ left } = { left: -1 }]: { left: number }[] = await run.source.query(
          `SELECT count(*)::int AS left FROM platform.outbox o
           WHERE (o.data->>'session_id' = $1 OR o.data->>'payment_id' = $2) AND NOT EXISTS (SELECT FROM platform.processed_event d
             WHERE d.event_id = o.id AND d.consumer = 'live')`,
          [r.session_id, _id],
        );
        return left;
      },
      (left) => left === 0,
    );
    // The server sends its messages in order. When the message about this change arrives, all
    // earlier messages have arrived, too.
    const before = list.seen.length;
    await paid.change(r, { capacity: 11 }).expect(200);
    await eventually(
      () => list.seen.slice(before),
      (all) => all.some(({ capacity }) => capacity === 11),
    );
    expect(list.messages.map(({ name }) => name)).not.toContain('payments.updated');
  }, 60_000);
});
