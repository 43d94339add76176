/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import type { PayoutBatch, PayoutBatchDetails } from '../../../../contracts/payments/bank-payouts';
import { ApplyLateReturnsJob } from '../../../../server/payments/payouts/follow-late-returns.job';
import { Payouts } from '../../../../server/payments/payouts/payouts';
import { days } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../../server/platform/security/secrets';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { bodyOf } from '../../../support/app/body-of';
import { unique } from '../../../support/chance/unique';
import { makeAdministrator, type TestPerson } from '../../../support/people/people';
import { participationRequestsOf } from '../../enrolment/decisions/ends';
import { bankTransferRequestsOf } from './bank-rig';
import { nullifyDecision } from '../decisions';
import { paidParticipantsOf } from '../paid-participants';
import { spotPrice } from '../payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
let administrator: TestPerson;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
});
beforeEach(async () => {
  administrator = await makeAdministrator(run.source);
});
afterAll(() => run.close());

const follow = () =>
  new ApplyLateReturnsJob(
    run.source,
    run.app.get(UnitOfWork),
    run.app.get(Payouts, { strict: false }),
    run.app.get(Secrets),
  ).run();
const isDue = async () => {
  const [row]: { due: boolean }[] = await run.source.query(
    `SELECT EXISTS (SELECT FROM identity.bank_payout WHERE is_late_return) AS due`,
  );
  return row?.due;
};

/** Makes a participant who was paid with a batch of bank transfers. */
const paidByBank = async (...methods: string[]) => {
  const r = await paid.launched(10 * spotPrice, { privacy_level: 'roster_on_start', capacity: 10 });
  await paid.offer(r, 'bank', ...methods).expect(200);
  const [participant] = await paid.completed(r);
  if (!participant) throw new Error('one');
  const { person, id } = participant;
  await ends.act(id, r.researcher, { action: 'approve' });
  const payment = (await paid.payment(person))._id;
  const line = await transfer(person, payment);
  return { r, person, id, payment, line };
};
/**
 * Chooses bank transfer as the method, makes a batch of payouts, and marks the transfer as paid.
 * @returns the id of the batch, and a function that marks the transfer as paid or returned
 */
const transfer = async (person: TestPerson, payment: string) => {
  const bank = bankTransferRequestsOf(run);
  const account = { holder: `Ada ${unique()}`, iban: 'DE89 3704 0044 0532 0130 00' };
  await paid.pay(payment, person, { action: 'choose', method: 'bank', account }).expect(200);
  await paid.book();
  await paid.continue();
  const { _id } = await bodyOf<PayoutBatch>(bank.draw(administrator, 'EUR').expect(201));
  const { lines } = await bodyOf<PayoutBatchDetails>(bank.show(administrator, _id).expect(200));
  const line = lines.find(({ holder }) => holder === account.holder);
  if (!line) throw new Error('no line');
  const mark = (state: 'paid' | 'returned') =>
    bank.settle(administrator, _id, { lines: [{ id: line._id, state }] });
  await mark('paid').expect(200);
  await paid.continue();
  expect((await paid.payment(person)).state).toBe('paid');
  return { mark, batch: _id };
};
const outside = async () => {
  const [row]: { balance: string }[] = await run.source.query(
    `SELECT balance FROM ledger.account WHERE kind = 'outside' AND unit = 'EUR'`,
  );
  return Number(row?.balance);
};

/** Copies the object so that one of its methods fails, as if the process died there. */
const diesAt = <T extends object>(of: T, step: keyof T): T =>
  Object.assign(Object.create(of) as T, { [step]: () => Promise.reject(new Error('died')) });

describe('A transfer that the bank returns after it was paid', () => {
  it('makes its payment fail, is owed again, and is paid once by the next method', async () => {
    const { r, person, payment, line } = await paidByBank();
    const before = await outside();
    await paid.book();
    expect(await paid.owed(r)).toBe(0);
    expect(await outside()).toBe(before + 450);
    await line.mark('returned').expect(200);
    expect((await paid.payment(person)).state).toBe('paid');
    expect(await follow()).toBe(1);
    expect(await paid.payment(person)).toMatchObject({ state: 'failed', methods: ['bank'] });
    await paid.book();
    await paid.book();
    expect([await paid.owed(r), await outside()]).toEqual([450, before]);
    expect(await isDue()).toBe(false);
    await transfer(person, payment);
    await paid.book();
    expect([await paid.owed(r), await outside()]).toEqual([0, before + 450]);
  });

  it('may be returned a second time', async () => {
    const { r, person, payment, line } = await paidByBank();
    const before = await outside();
    for (let mark = line.mark, turn = 0; turn < 2; turn++) {
      await paid.book();
      await mark('returned').expect(200);
      await follow();
      await paid.book();
      expect([await paid.owed(r), await outside()]).toEqual([450, before]);
      mark = (await transfer(person, payment)).mark;
    }
    await paid.book();
    expect([await paid.owed(r), await outside()]).toEqual([0, before + 450]);
  });

  it('is booked in the order of events when it is paid by a gift code before the ledger learns of it', async () => {
    const { r, person, payment, line } = await paidByBank('gift_code');
    await paid.book();
    await line.mark('returned').expect(200);
    await follow();
    await run
      .http()
      .post('/api/gift-codes/')
      .set(r.researcher.headers)
      .attach(
        'file',
        Buffer.from(`brand,amount,currency,code,pin,expires\nShop,4.50,EUR,${unique()},,`),
        {
          filename: 'codes.csv',
          contentType: 'text/csv',
        },
      )
      .expect(201);
    const before = await paid.balance(r.researcher);
    await paid.pay(payment, person, { action: 'choose', method: 'gift_code' }).expect(200);
    await paid.book();
    expect(await paid.owed(r)).toBe(0);
    expect(await paid.balance(r.researcher)).toMatchObject({
      balance: (before?.balance ?? 0) + 450,
    });
  });

  it('is completed by the next run of the job when the process died before the transfer was complete', async () => {
    const { person, line } = await paidByBank();
    await line.mark('returned').expect(200);
    const secrets = run.app.get(Secrets);
    const payouts = run.app.get(Payouts, { strict: false });
    const unitOfWork = run.app.get(UnitOfWork);
    const dying = new ApplyLateReturnsJob(
      run.source,
      unitOfWork,
      diesAt(payouts, 'follow'),
      secrets,
    );
    await expect(dying.run()).rejects.toThrow('died');
    expect([(await paid.payment(person)).state, await isDue()]).toEqual(['paid', true]);
    const dyingLater = new ApplyLateReturnsJob(
      run.source,
      diesAt(unitOfWork, 'run'),
      payouts,
      secrets,
    );
    await expect(dyingLater.run()).rejects.toThrow('died');
    expect([(await paid.payment(person)).state, await isDue()]).toEqual(['failed', true]);
    expect(await follow()).toBe(0);
    expect([(await paid.payment(person)).state, await isDue()]).toEqual(['failed', false]);
  });

  it('offers no new choice when the participation was cancelled meanwhile', async () => {
    const { r, person, id, line } = await paidByBank();
    await ends.act(id, r.researcher, nullifyDecision);
    expect((await paid.payment(person)).state).toBe('paid');
    await paid.book();
    await line.mark('returned').expect(200);
    await follow();
    await paid.book();
    expect((await paid.payment(person)).state).toBe('reversed');
    expect([await paid.owed(r), await paid.held(r)]).toEqual([0, 10 * spotPrice]);
  });

  it('stays returned, and can be claimed for 180 days from then on', async () => {
    const { person, line } = await paidByBank();
    clock.advance(days(200));
    administrator = await makeAdministrator(run.source);
    await bankTransferRequestsOf(run)
      .settle(administrator, line.batch, { lines: [{ id: randomUUID(), state: 'returned' }] })
      .expect(404);
    const { lines } = await bodyOf<PayoutBatchDetails>(
      bankTransferRequestsOf(run).show(administrator, line.batch).expect(200),
    );
    const own = lines.find(({ state }) => state === 'paid');
    const mark = (state: 'paid' | 'returned') =>
      bankTransferRequestsOf(run).settle(administrator, line.batch, {
        lines: [{ id: own?._id, state }],
      });
    await mark('returned').expect(200);
    await mark('returned').expect(200);
    await mark('paid').expect(409);
    await follow();
    const payment = await paid.payment(person);
    expect(payment.state).toBe('failed');
    const left = Date.parse(`${payment.claim_until}T00:00:00Z`) - clock.now().getTime();
    expect(left / days(1)).toBeGreaterThan(178);
  });
});
