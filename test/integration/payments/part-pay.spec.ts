/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import fc from 'fast-check';
import { Client } from 'pg';
import { computePartialReward } from '../../../contracts/enrolment/part-pay.rule';
import type { PartialPay, PaymentTerms } from '../../../contracts/studies/payment-terms';
import { days, minutes } from '../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy, RecruitingOptions } from '../../support/people/recruiting';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { paidParticipantsOf } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
});
afterAll(() => run.close());

const third: PartialPay = { kind: 'part', percent: 33 };
const half: PartialPay = { kind: 'part', percent: 50 };
const byTime: PartialPay = { kind: 'by_time' };
const none: PartialPay = { kind: 'none' };
const payOf = (withdrawn: PartialPay, screened_out: PartialPay): PaymentTerms['pay'] => ({
  withdrawn,
  screened_out,
});
const withdraw = { action: 'withdraw' } as const;
const screenOut = { action: 'screen-out' } as const;

/** Makes a participant who has started. */
const one = async (
  pay: PaymentTerms['pay'],
  { privacy_level = 'roster_on_start', ...more }: RecruitingOptions = {},
) => {
  const r = await paid.launched(20 * spotPrice, { privacy_level, pay, ...more });
  return { r, ...(await another(r)) };
};
const another = async (r: RecruitingStudy) => {
  const [participant] = await paid.started(r);
  if (!participant) throw new Error('one');
  return participant;
};
const amounts = async (person: TestPerson) =>
  (await paid.own(person)).map(({ amount, state }) => ({ amount, state }));
const raise = (r: RecruitingStudy, amount: number) =>
  paid.change(r, { reward: { amount, currency: 'EUR' } });

describe('A participant who leaves after the start', () => {
  it('gets partial pay for withdrawing, rounded half up, without waiting for a decision', async () => {
    const { r, person, id } = await one(payOf(third, none));
    expect(await ends.mine(person, id)).toMatchObject({ part_due: third });
    expect((await ends.act(id, person, withdraw)).status).toBe(200);
    expect(await paid.payment(person)).toMatchObject({
      participation_id: id,
      amount: 149,
      currency: 'EUR',
      state: 'approved',
      methods: ['cash'],
      choose_from: null,
    });
    expect(await paid.listed(r)).toMatchObject([{ amount: 149, state: 'approved' }]);
  });

  it('gets partial pay for being screened out, on separate terms', async () => {
    const { r, person, id } = await one(payOf(none, half));
    const other = await another(r);
    expect(await ends.mine(person, id)).toMatchObject({ part_due: null });
    await ends.act(id, r.researcher, screenOut);
    await ends.act(other.id, other.person, withdraw);
    expect(await amounts(person)).toEqual([{ amount: 225, state: 'approved' }]);
    expect(await ends.mine(person, id)).toMatchObject({ part_due: half });
    expect(await amounts(other.person)).toEqual([]);
  });

  it.each([
    [1_000, 113],
    [minutes(4), 113],
    [minutes(6), 225],
    [minutes(16), 450],
    [minutes(50), 450],
  ])(
    'gets, if paid by time, a quarter of the reward for each quarter of the time begun: after %i ms',
    async (ms, amount) => {
      const { person, id } = await one(payOf(byTime, byTime));
      clock.advance(ms);
      await ends.act(id, person, withdraw);
      expect(await amounts(person)).toEqual([{ amount, state: 'approved' }]);
    },
  );

  it('gets nothing before the start, after a timeout, and when the part is less than half a cent', async () => {
    const { r, person, id } = await one(payOf(half, half));
    clock.advance(days(2));
    await ends.sweep();
    expect(await ends.mine(person, id)).toMatchObject({ state: 'timed_out', part_due: null });
    expect(await amounts(person)).toEqual([]);
    const [early] = await paid.enrolledOnly(r);
    if (!early) throw new Error('one');
    await ends.act(early.id, early.person, withdraw);
    expect(await amounts(early.person)).toEqual([]);
    const small = await one(payOf({ kind: 'part', percent: 1 }, none), {
      reward: { amount: 49, currency: 'EUR' },
    });
    await ends.act(small.id, small.person, withdraw);
    expect(await amounts(small.person)).toEqual([]);
  });

  it('gets nothing in a launch from before partial pay existed, and nothing without a reward', async () => {
    const { r, person, id } = await one(payOf(half, half));
    await run.source.query(
      `UPDATE research.session SET snapshot = snapshot #- '{payment_terms,pay}' WHERE id = $1`,
      [r.session_id],
    );
    await ends.act(id, person, withdraw);
    const unpaid = await one(payOf(half, half), { reward: null });
    await ends.act(unpaid.id, unpaid.person, withdraw);
    for (const who of [person, unpaid.person]) expect(await amounts(who)).toEqual([]);
    expect(await ends.mine(unpaid.person, unpaid.id)).toMatchObject({ part_due: null });
  });

  it('keeps the payment when the data are deleted, and is paid in cash at the desk', async () => {
    const { r, person, id } = await one(payOf(half, none));
    await ends.act(id, person, withdraw);
    expect((await ends.act(id, person, { action: 'withdraw-data' })).status).toBe(200);
    expect(await amounts(person)).toEqual([{ amount: 225, state: 'approved' }]);
    const { code } = (await paid.code(id, person)).body as { code: string };
    const { _id } = await paid.payment(person);
    await paid.pay(_id, r.researcher, { action: 'confirm-cash', code }).expect(200);
    expect(await amounts(person)).toEqual([{ amount: 225, state: 'paid' }]);
    expect((await paid.code(id, person)).status).toBe(409);
  });
});

describe('The terms of partial pay', () => {
  it('are those of the launch, whatever the study says since then', async () => {
    const { r, person, id } = await one(payOf(half, none));
    await run
      .http()
      .put(`/api/studies/${r.study_id}/`)
      .set(r.researcher.headers)
      .send({ payment_terms: { how: 'cash', within_days: 1, pay: payOf(none, none) } })
      .expect(200);
    await ends.act(id, person, withdraw);
    expect(await amounts(person)).toEqual([{ amount: 225, state: 'approved' }]);
  });

  it('follow a higher reward, also for participants who left on the same day, and never fall', async () => {
    const { r, person, id } = await one(payOf(half, none));
    await ends.act(id, person, withdraw);
    const done = await another(r);
    await ends.act(done.id, done.person, { action: 'complete' });
    await raise(r, 600).expect(200);
    expect((await raise(r, 450)).body).toMatchObject({ code: 'reward_lowered' });
    const later = await another(r);
    await ends.act(later.id, later.person, withdraw);
    for (const who of [person, later.person])
      expect(await amounts(who)).toEqual([{ amount: 300, state: 'approved' }]);
    expect(await amounts(done.person)).toEqual([{ amount: 600, state: 'due' }]);
    clock.advance(days(1));
    await raise(r, 700).expect(200);
    expect(await amounts(person)).toEqual([{ amount: 300, state: 'approved' }]);
  });

  it('cover participants who left earlier on the day on which a session gets its first reward', async () => {
    const { r, person, id } = await one(payOf(half, none), { reward: null });
    await ends.act(id, person, withdraw);
    await raise(r, 450).expect(200);
    expect(await amounts(person)).toEqual([{ amount: 225, state: 'approved' }]);
  });

  it('yield the same amounts as the pages compute', async () => {
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 100_000_000 }),
          fc.oneof(
            fc.constantFrom(none, byTime),
            fc.record({
              kind: fc.constant('part' as const),
              percent: fc.integer({ min: 1, max: 100 }),
            }),
          ),
          fc.integer({ min: 1, max: 600 }),
          fc.integer({ min: 0, max: 50_000_000 }),
          async (reward, part, stated, spentMs) => {
            const { rows } = await owner.query<{ amount: number }>(
              `SELECT research.part_of_reward($1, $2, 'withdrawn', $3, $4 * interval '1 millisecond') AS amount`,
              [reward, { pay: { withdrawn: part } }, stated, spentMs],
            );
            expect(rows).toEqual([{ amount: computePartialReward(reward, part, stated, spentMs) }]);
          },
        ),
      );
    } finally {
      await owner.end();
    }
  });
});

describe('In an anonymous session', () => {
  const anonymous = { privacy_level: 'anonymous' } as const;

  it('no partial pay depends on the time, since amounts beside tags would reveal who left when', async () => {
    const researcher = await paid.funded(20 * spotPrice);
    for (const pay of [payOf(byTime, none), payOf(none, byTime)])
      await expect(paid.launched(0, { ...anonymous, researcher, pay })).rejects.toThrow(
        'by_time_in_anonymous',
      );
  });

  it('everybody who leaves on one day gets the same amount, which is listed and paid from the next day on', async () => {
    const { r, ...first } = await one(payOf(half, half), anonymous);
    const leave = ({ id, person }: { id: string; person: TestPerson }) =>
      ends.act(id, person, withdraw);
    await leave(first);
    const { _id, methods, choose_from, claim_until } = await paid.payment(first.person);
    const tomorrow = new Date(clock.now().getTime() + days(1)).toISOString().slice(0, 10);
    expect({ methods, choose_from, claim_until }).toEqual({
      methods: [],
      choose_from: tomorrow,
      claim_until: null,
    });
    await paid.offer(r, 'cash', 'bank').expect(200);
    const account = { holder: 'Ada Lovelace', iban: 'DE89370400440532013000' };
    const choose = () => paid.pay(_id, first.person, { action: 'choose', method: 'bank', account });
    for (const refused of [await choose(), await paid.code(first.id, first.person)])
      expect(refused.body).toMatchObject({ code: 'paid_from_tomorrow' });
    await raise(r, 500).expect(200);
    const second = await another(r);
    await leave(second);
    expect(await paid.listed(r)).toEqual([]);
    clock.advance(days(1));
    expect((await paid.listed(r)).map(({ amount, state }) => ({ amount, state }))).toEqual([
      { amount: 250, state: 'approved' },
      { amount: 250, state: 'approved' },
    ]);
    expect((await choose()).status).toBe(200);
  });
});

describe('Two concurrent requests of a participant', () => {
  it('for withdrawing and completing create one payment, for the state that the participation got', async () => {
    const { r } = await one(payOf(half, none));
    const people = await paid.started(r, 6);
    await Promise.all(
      people.flatMap(({ id, person }) => [
        ends.act(id, person, withdraw),
        ends.act(id, person, { action: 'complete' }),
        ends.act(id, person, withdraw),
      ]),
    );
    for (const { id, person } of people) {
      const { state } = await ends.mine(person, id);
      expect(await amounts(person)).toEqual([
        state === 'completed' ? { amount: 450, state: 'due' } : { amount: 225, state: 'approved' },
      ]);
    }
  });
});
