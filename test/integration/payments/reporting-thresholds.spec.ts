/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { PayoutCheck } from '../../../contracts/payments/payout-checks';
import { yearTotalKeyOf } from '../../../server/payments/checks/year-totals';
import { paymentKeyOf } from '../../../server/payments/model/payment-key';
import { days } from '../../../server/platform/concurrency/clock';
import { Secrets } from '../../../server/platform/security/secrets';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { unique } from '../../support/chance/unique';
import { makeAdministrator, makePerson, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy, RecruitingOptions } from '../../support/people/recruiting';
import { eraseAccount } from '../accounts/deletion/erased';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { paidParticipantsOf } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
let administrator: TestPerson;
/** Two payments of 4.50 are below the threshold, the third exceeds it. */
const threshold = '9.00';
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({
    clock,
    environment: {
      WALLET_LIMIT: '0',
      PLATFORM_FEE_BP: '1000',
      REPORTING_THRESHOLDS: `EUR:${threshold}`,
    },
  });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
});
beforeEach(async () => {
  administrator = await makeAdministrator(run.source);
});
afterAll(() => run.close());

const byCode = { action: 'choose', method: 'gift_code' };
const byBank = () => ({
  action: 'choose',
  method: 'bank',
  account: { holder: `Ada ${unique()}`, iban: 'DE89 3704 0044 0532 0130 00' },
});
const stock = (r: RecruitingStudy, count: number) => {
  const lines = Array.from({ length: count }, () => `Shop,4.50,EUR,${unique()},,`);
  const file = ['brand,amount,currency,code,pin,expires', ...lines].join('\n');
  return run
    .http()
    .post('/api/gift-codes/')
    .set(r.researcher.headers)
    .attach('file', Buffer.from(file), { filename: 'codes.csv', contentType: 'text/csv' })
    .expect(201);
};
/** Makes an approved payment of a person, in a session of its own. */
const approved = async (
  person: TestPerson,
  level: RecruitingOptions['privacy_level'] = 'roster_on_start',
) => {
  const r = await paid.launched(10 * spotPrice, { privacy_level: level });
  await paid.offer(r, 'cash', 'gift_code', 'bank').expect(200);
  await stock(r, 2);
  const id = await paid.enrolled(r, person);
  for (const action of ['start', 'complete']) await ends.act(id, person, { action });
  if (level === 'anonymous') {
    clock.advance(days(22));
    await ends.sweep();
  } else await ends.act(id, r.researcher, { action: 'approve' });
  const payment = (await paid.own(person)).find((one) => one.participation_id === id);
  if (!payment) throw new Error('no payment');
  return { r, id, payment: payment._id };
};
const stateOf = async (person: TestPerson, payment: string) => {
  const found = (await paid.own(person)).find((one) => one._id === payment);
  return { state: found?.state, held: found?.held };
};
const listed = async () =>
  (
    await bodyOf<{ items: PayoutCheck[] }>(
      run.http().get('/api/payout-checks/?limit=100').set(administrator.headers).expect(200),
    )
  ).items;
/** Finds the check that holds a payment back; undefined if there is none. */
const heldOf = async (payment: string) => {
  const [row]: { id: string }[] = await run.source.query(
    `SELECT id FROM identity.payout_check WHERE payment_key = $1`,
    [paymentKeyOf(run.app.get(Secrets), payment)],
  );
  return (await listed()).find(({ _id }) => _id === row?.id);
};
const release = (id: string | undefined) =>
  run
    .http()
    .put(`/api/payout-checks/${id}/`)
    .set(administrator.headers)
    .send({ action: 'release' });
const totalsOf = (person: TestPerson): Promise<{ year: number; amount: string }[]> =>
  run.source.query(
    `SELECT year, amount FROM identity.payout_total WHERE account_key = $1 ORDER BY year`,
    [yearTotalKeyOf(run.app.get(Secrets), person._id)],
  );
/** Makes a person who was paid 9.00 this year. */
const atThreshold = async (of?: TestPerson) => {
  const person = of ?? (await makePerson(run.source));
  for (let i = 0; i < 2; i++) {
    const { payment } = await approved(person);
    await paid.pay(payment, person, byCode).expect(200);
    expect(await stateOf(person, payment)).toEqual({ state: 'paid', held: false });
  }
  return person;
};

describe('A payment above the threshold of the year', () => {
  it('by gift code waits for an administrator, who sees only amounts, and is paid once released', async () => {
    const person = await atThreshold();
    const { r, payment } = await approved(person);
    await paid.pay(payment, person, byCode).expect(200);
    expect(await stateOf(person, payment)).toEqual({ state: 'processing', held: true });
    await paid.continue();
    expect(await stateOf(person, payment)).toEqual({ state: 'processing', held: true });
    const held = await heldOf(payment);
    expect(held).toEqual({
      _id: expect.any(String),
      amount: 450,
      currency: 'EUR',
      day: expect.any(String),
      year: expect.any(Number),
      year_total: 1_350,
    });
    // To the researcher, the payment looks as it did before the participant chose the method.
    expect((await paid.listed(r))[0]).toMatchObject({ state: 'approved', method: null });
    const [first, second] = await Promise.all([release(held?._id), release(held?._id)]);
    expect([first.status, second.status]).toEqual([204, 204]);
    await paid.continue();
    expect(await stateOf(person, payment)).toEqual({ state: 'paid', held: false });
    expect(await heldOf(payment)).toBeUndefined();
    await release(held?._id).expect(404);
    const audited: object[] = await run.source.query(
      `SELECT id FROM platform.audit WHERE action = 'payout-released' AND details->>'payout_check_id' = $1`,
      [held?._id],
    );
    expect(audited).toHaveLength(1);
  });

  it('by bank transfer keeps its account until it is released, and is in no batch before', async () => {
    const person = await atThreshold();
    const { payment } = await approved(person);
    await paid.pay(payment, person, byBank()).expect(200);
    await paid.book();
    await paid.continue();
    const key = paymentKeyOf(run.app.get(Secrets), payment);
    const transfers = () =>
      run.source.query<{ state: string }[]>(
        `SELECT state FROM identity.bank_payout WHERE payment_key = $1`,
        [key],
      );
    expect(await transfers()).toEqual([]);
    await release((await heldOf(payment))?._id).expect(204);
    await paid.continue();
    await paid.continue();
    expect(await transfers()).toEqual([{ state: 'ready' }]);
    expect(await stateOf(person, payment)).toEqual({ state: 'processing', held: false });
  });

  it('is never missed when two payments are chosen at the same time', async () => {
    const person = await makePerson(run.source);
    const all = [await approved(person), await approved(person), await approved(person)];
    await Promise.all(all.map(({ payment }) => paid.pay(payment, person, byCode)));
    const states = await Promise.all(all.map(({ payment }) => stateOf(person, payment)));
    expect(states.filter(({ held }) => held).length).toBeGreaterThanOrEqual(1);
    expect(states.filter(({ state }) => state === 'paid').length).toBeLessThanOrEqual(2);
  });

  it('can be paid in cash at the desk, which must not reveal the check', async () => {
    const person = await atThreshold();
    const { r, payment } = await approved(person);
    await paid.pay(payment, person, byCode).expect(200);
    expect(await stateOf(person, payment)).toEqual({ state: 'processing', held: true });
    const held = await heldOf(payment);
    await paid.pay(payment, r.researcher, { action: 'confirm-cash', signed: true }).expect(200);
    expect(await stateOf(person, payment)).toEqual({ state: 'paid', held: false });
    await release(held?._id).expect(404);
  });

  it('that was released stays claimed until there is a code for it', async () => {
    const person = await atThreshold();
    const { r, payment } = await approved(person);
    await paid.pay(payment, person, byCode).expect(200);
    await run.source.query(
      `UPDATE identity.gift_code SET written_off_on = now() WHERE payment_key IS NULL AND wallet_id =
         (SELECT w.id FROM identity.wallet w WHERE w.researcher_id = $1)`,
      [r.researcher._id],
    );
    await release((await heldOf(payment))?._id);
    expect(await stateOf(person, payment)).toEqual({ state: 'processing', held: false });
    await stock(r, 1);
    await paid.continue();
    expect(await stateOf(person, payment)).toEqual({ state: 'paid', held: false });
  });

  it('counts cash, which is never held, and no payment of a different year', async () => {
    const person = await makePerson(run.source);
    for (let i = 0; i < 3; i++) {
      const { r, payment } = await approved(person);
      await paid.pay(payment, r.researcher, { action: 'confirm-cash', signed: true }).expect(200);
      expect((await stateOf(person, payment)).state).toBe('paid');
    }
    const { payment } = await approved(person);
    await paid.pay(payment, person, byCode).expect(200);
    expect((await heldOf(payment))?.year_total).toBe(1_800);
    // Moves all these payments a year back.
    await run.source.query(
      `UPDATE research.payment SET day = day - 366 WHERE participation_id = ANY($1::uuid[])`,
      [(await paid.own(person)).map((one) => one.participation_id)],
    );
    const later = await approved(person);
    await paid.pay(later.payment, person, byCode).expect(200);
    expect(await stateOf(person, later.payment)).toEqual({ state: 'paid', held: false });
    expect((await totalsOf(person)).map(({ amount }) => Number(amount))).toEqual([450]);
  });

  it('goes back to its participant when the process died after the choice, since the job does not know the year', async () => {
    const person = await makePerson(run.source);
    const { payment } = await approved(person);
    await run.source.query(
      `UPDATE research.payment SET state = 'processing', method = 'gift_code' WHERE id = $1`,
      [payment],
    );
    await paid.continue();
    expect((await stateOf(person, payment)).state).toBe('approved');
    await paid.pay(payment, person, byCode).expect(200);
    expect((await stateOf(person, payment)).state).toBe('paid');
  });

  it.each([0, 1])(
    'shows to the researcher of an anonymous session neither that it waited nor when it was chosen, %i days after the approval',
    async (wait) => {
      const person = await makePerson(run.source);
      const { r, payment } = await approved(person, 'anonymous');
      clock.advance(days(wait));
      await atThreshold(person);
      await paid.pay(payment, person, byCode).expect(200);
      clock.advance(days(1));
      const [before] = await paid.listed(r);
      expect(before).toMatchObject({ state: 'approved', method: null });
      clock.advance(days(2));
      expect(await paid.listed(r)).toEqual([before]);
      administrator = await makeAdministrator(run.source);
      await release((await heldOf(payment))?._id).expect(204);
      await paid.continue();
      expect((await stateOf(person, payment)).state).toBe('paid');
      expect(await paid.listed(r)).toEqual([before]);
      clock.advance(days(1));
      expect((await paid.listed(r))[0]).toMatchObject({ state: 'paid', method: 'gift_code' });
    },
  );

  it('keeps no totals of its participant when the account is erased', async () => {
    const person = await atThreshold();
    const { payment } = await approved(person);
    await paid.pay(payment, person, byBank()).expect(200);
    expect(await totalsOf(person)).toHaveLength(1);
    const held = await heldOf(payment);
    await eraseAccount(run, person._id);
    expect(await totalsOf(person)).toEqual([]);
    expect((await listed()).map(({ _id }) => _id)).not.toContain(held?._id);
    await paid.continue();
    const [row]: { state: string }[] = await run.source.query(
      `SELECT state FROM research.payment WHERE id = $1`,
      [payment],
    );
    expect(row?.state).toBe('approved');
  });
});
