/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import type { PayoutBatch, PayoutBatchDetails } from '../../../contracts/payments/bank-payouts';
import { days } from '../../../server/platform/concurrency/clock';
import { paymentKeyOf } from '../../../server/payments/model/payment-key';
import { Payouts } from '../../../server/payments/payouts/payouts';
import { Secrets } from '../../../server/platform/security/secrets';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { unique } from '../../support/chance/unique';
import { makeAdministrator, makePerson, type TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { eraseAccount } from '../accounts/deletion/erased';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { paidParticipantsOf } from './paid-participants';
import { spotPrice } from './payments-rig';

let run: SeparateApp;
let paid: ReturnType<typeof paidParticipantsOf>;
let ends: ReturnType<typeof participationRequestsOf>;
let administrator: TestPerson;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock, environment: { WALLET_LIMIT: '0', PLATFORM_FEE_BP: '1000' } });
  paid = paidParticipantsOf(run);
  ends = participationRequestsOf(run);
  administrator = await makeAdministrator(run.source);
});
afterAll(() => run.close());

/** Makes a bank account with a new holder, by whose name a test finds the transfers in a batch. */
const newAccount = () => ({ holder: `Ada ${unique()}`, iban: 'DE89 3704 0044 0532 0130 00' });
const byBank = (account: object = newAccount()) => ({ action: 'choose', method: 'bank', account });
const byCode = { action: 'choose', method: 'gift_code' };
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

/**
 * Makes approved payments to participants of a session that shows names and offers these methods.
 */
const approved = async (count: number, ...methods: string[]) => {
  const r = await paid.launched(20 * spotPrice, {
    privacy_level: 'roster_on_start',
    capacity: 20,
  });
  await paid.offer(r, ...methods).expect(200);
  const people = await paid.completed(r, count);
  return {
    r,
    payments: await Promise.all(
      people.map(async ({ person, id }) => {
        await ends.act(id, r.researcher, { action: 'approve' });
        return { person, id, _id: (await paid.payment(person))._id };
      }),
    ),
  };
};
const stock = async (r: RecruitingStudy, count: number) => {
  const lines = Array.from({ length: count }, () => `Shop,4.50,EUR,${unique()},,`);
  await run
    .http()
    .post('/api/gift-codes/')
    .set(r.researcher.headers)
    .attach('file', Buffer.from(['brand,amount,currency,code,pin,expires', ...lines].join('\n')), {
      filename: 'codes.csv',
      contentType: 'text/csv',
    })
    .expect(201);
};
/** Makes a batch of the waiting payouts, and sets the state of the transfers to one holder. */
const settle = async (holder: string, state: 'paid' | 'returned') => {
  const call = (method: 'post' | 'put' | 'get', path: string) =>
    run.http()[method](path).set(administrator.headers);
  const { _id } = await bodyOf<PayoutBatch>(
    call('post', '/api/payout-batches/').send({ currency: 'EUR' }).expect(201),
  );
  const path = `/api/payout-batches/${_id}/`;
  const { lines: all } = await bodyOf<PayoutBatchDetails>(call('get', path).expect(200));
  const lines = all.filter((line) => line.holder === holder);
  await call('put', path)
    .send({ lines: lines.map((line) => ({ id: line._id, state })) })
    .expect(200);
  return lines;
};
/** Reads the states of the bank transfers of payments. */
const transfersOf = async (payments: readonly string[]): Promise<string[]> => {
  const keys = payments.map((id) => paymentKeyOf(run.app.get(Secrets), id));
  const rows: { state: string }[] = await run.source.query(
    `SELECT state FROM identity.bank_payout WHERE payment_key = ANY($1::bytea[])`,
    [keys],
  );
  return rows.map(({ state }) => state);
};
/** Does what the jobs do within minutes: books, releases and continues payments. */
const work = async () => {
  await paid.book();
  await paid.continue();
};

describe('A gift code that a participant chooses', () => {
  it('is handed out immediately, and can be shown to its participant again', async () => {
    const { r, payments } = await approved(1, 'gift_code');
    const [one] = payments;
    if (!one) throw new Error('one');
    await stock(r, 1);
    const [first, second] = await Promise.all([
      paid.pay(one._id, one.person, byCode),
      paid.pay(one._id, one.person, byCode),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const payment = await paid.payment(one.person);
    expect(payment).toMatchObject({
      state: 'paid',
      method: 'gift_code',
      gift_code: { brand: 'Shop' },
    });
    expect(second.body).toEqual(payment);
    expect(JSON.stringify(await paid.listed(r))).not.toContain(payment.gift_code?.code);
    await work();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([0, 19 * spotPrice]);
    // The gift code was bought before the session. So the held reward returns to the wallet, and
    // only the fee is spent.
    expect(await paid.balance(r.researcher)).toMatchObject({ balance: 450 });
  });

  it('goes to five of six participants who choose at the same time when five codes are left; the sixth may choose again', async () => {
    const { r, payments } = await approved(6, 'gift_code', 'bank');
    await stock(r, 5);
    const answers = await Promise.all(
      payments.map(({ _id, person }) => paid.pay(_id, person, byCode)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.findIndex(({ status }) => status !== 200);
    expect(answers.flatMap((answer) => codeOf(answer) ?? [])).toEqual(['out_of_stock']);
    const last = payments[refused];
    if (!last) throw new Error('none refused');
    expect(await paid.payment(last.person)).toMatchObject({
      state: 'approved',
      methods: ['gift_code', 'bank'],
    });
    await paid.pay(last._id, last.person, byBank()).expect(200);
  });

  it('is handed out by the job when the process died after the choice', async () => {
    const { r, payments } = await approved(2, 'gift_code');
    const [one, two] = payments;
    if (!one || !two) throw new Error('two');
    await stock(r, 2);
    await run.source.query(
      `UPDATE research.payment SET state = 'processing', method = 'gift_code' WHERE id = ANY($1::uuid[])`,
      [[one._id, two._id]],
    );
    await run.app.get(Payouts, { strict: false }).create(two._id);
    await work();
    expect((await paid.payment(one.person)).gift_code).not.toBeNull();
    expect((await paid.payment(two.person)).state).toBe('paid');
  });
});

describe('A bank transfer that a participant chooses', () => {
  it('is paid by a batch, once the money is booked', async () => {
    const { r, payments } = await approved(1, 'bank');
    const [one] = payments;
    if (!one) throw new Error('one');
    const account = newAccount();
    await paid.pay(one._id, one.person, byBank(account)).expect(200);
    expect((await paid.payment(one.person)).state).toBe('processing');
    await paid.continue();
    await work();
    const lines = await settle(account.holder, 'paid');
    expect(lines).toMatchObject([{ amount: 450, iban: 'DE89370400440532013000' }]);
    await work();
    expect((await paid.payment(one.person)).state).toBe('paid');
    await work();
    expect([await paid.owed(r), await paid.held(r)]).toEqual([0, 19 * spotPrice]);
  });

  it('that the bank returned may be chosen again, with another account', async () => {
    const { payments } = await approved(1, 'bank');
    const [one] = payments;
    if (!one) throw new Error('one');
    const account = newAccount();
    await paid.pay(one._id, one.person, byBank(account)).expect(200);
    await work();
    await settle(account.holder, 'returned');
    await work();
    expect(await paid.payment(one.person)).toMatchObject({ state: 'failed', methods: ['bank'] });
    const other = { ...account, iban: 'GB29NWBK60161331926819' };
    await paid.pay(one._id, one.person, byBank(other)).expect(200);
    await work();
    expect(await settle(other.holder, 'paid')).toMatchObject([{ iban: other.iban }]);
    await work();
    expect((await paid.payment(one.person)).state).toBe('paid');
  });

  it('needs a valid account, which is remembered if the participant wants that', async () => {
    const { payments } = await approved(1, 'bank');
    const [one] = payments;
    if (!one) throw new Error('one');
    const account = newAccount();
    const bare = { action: 'choose', method: 'bank' };
    const wrong = { ...account, iban: 'DE89 3704 0044 0532 0130 01' };
    for (const body of [bare, { ...bare, account: wrong }])
      expect(codeOf(await paid.pay(one._id, one.person, body).expect(400))).toBe('invalid_iban');
    expect((await paid.payment(one.person)).state).toBe('approved');
    await paid.pay(one._id, one.person, { ...byBank(account), remember: true }).expect(200);
    expect(
      await bodyOf(run.http().get('/api/payout-method/').set(one.person.headers).expect(200)),
    ).toEqual({ account: { holder: account.holder, iban_end: '3000', country: 'DE' } });
  });

  it('has to be chosen again by the participant when the process died before it was made', async () => {
    const { payments } = await approved(1, 'bank');
    const [one] = payments;
    if (!one) throw new Error('one');
    await run.source.query(
      `UPDATE research.payment SET state = 'processing', method = 'bank' WHERE id = $1`,
      [one._id],
    );
    await work();
    expect(await paid.payment(one.person)).toMatchObject({ state: 'approved', methods: ['bank'] });
  });

  it('of an anonymous session waits for the next day', async () => {
    const r = await paid.launched(10 * spotPrice);
    await paid.offer(r, 'bank').expect(200);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    clock.advance(days(22));
    await ends.sweep();
    const { _id } = await paid.payment(done.person);
    await paid.pay(_id, done.person, byBank()).expect(200);
    await work();
    expect(await transfersOf([_id])).toEqual(['requested']);
    clock.advance(days(1));
    await work();
    expect(await transfersOf([_id])).toEqual(['ready']);
  });

  it('that fails on the day of the approval changes neither the researcher’s list nor its deadline', async () => {
    const r = await paid.launched(10 * spotPrice);
    await paid.offer(r, 'gift_code').expect(200);
    const [done] = await paid.completed(r);
    if (!done) throw new Error('one');
    clock.advance(days(22));
    await ends.sweep();
    const list = await paid.listed(r);
    const payment = await paid.payment(done.person);
    expect(codeOf(await paid.pay(payment._id, done.person, byCode))).toBe('out_of_stock');
    expect(await paid.listed(r)).toEqual(list);
    expect(await paid.payment(done.person)).toEqual(payment);
  });
});

describe('A payment that is being paid', () => {
  it('is paid by one method only, whatever is requested at the same moment', async () => {
    const { r, payments } = await approved(4, 'cash', 'gift_code', 'bank');
    await stock(r, 4);
    await Promise.all(
      payments.map(async ({ _id, person }) => {
        const answers = await Promise.all([
          paid.pay(_id, person, byCode),
          paid.pay(_id, person, byBank()),
          paid.pay(_id, person, { action: 'waive' }),
          paid.pay(_id, r.researcher, { action: 'confirm-cash', signed: true }),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      }),
    );
    await work();
    const [row]: { codes: number; transfers: number; paid: number; processing: number }[] =
      await run.source.query(
        `SELECT (SELECT count(*)::int FROM identity.gift_code c JOIN identity.wallet w ON w.id = c.wallet_id
             WHERE w.researcher_id = $1 AND c.payment_key IS NOT NULL) AS codes,
           count(*) FILTER (WHERE state = 'paid' AND method = 'gift_code')::int AS paid,
           count(*) FILTER (WHERE state = 'processing')::int AS processing,
           count(*) FILTER (WHERE state = 'processing' AND method = 'bank')::int AS transfers
         FROM research.payment WHERE session_id = $2`,
        [r.researcher._id, r.session_id],
      );
    expect(row?.codes).toBe(row?.paid);
    expect(row?.processing).toBe(row?.transfers);
  });
});

describe('The erasure of a participant’s account', () => {
  it('deletes the bank account and the gift code, and leaves the payment open until its deadline', async () => {
    const { r, payments } = await approved(2, 'gift_code', 'bank');
    const [one, two] = payments;
    if (!one || !two) throw new Error('two');
    await stock(r, 1);
    await paid.pay(one._id, one.person, byCode).expect(200);
    await paid.pay(two._id, two.person, { ...byBank(), remember: true }).expect(200);
    for (const { person } of [one, two]) await eraseAccount(run, person._id);
    expect(await transfersOf([one._id, two._id])).toEqual([]);
    const [row]: { codes: number }[] = await run.source.query(
      `SELECT count(*)::int AS codes FROM identity.gift_code c JOIN identity.wallet w ON w.id = c.wallet_id
       WHERE w.researcher_id = $1 AND c.sealed IS NOT NULL`,
      [r.researcher._id],
    );
    expect(row?.codes).toBe(0);
    await work();
    const states: { state: string }[] = await run.source.query(
      `SELECT state FROM research.payment WHERE session_id = $1 ORDER BY state`,
      [r.session_id],
    );
    expect(states.map(({ state }) => state)).toEqual(['approved', 'paid']);
    await run
      .http()
      .get('/api/payout-method/')
      .set((await makePerson(run.source)).headers)
      .expect(200);
  });
});
