/**
 * @lane quick
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { paymentsLimits } from '../../../contracts/payments/limits';
import type { Allotment, Deposit, Wallet } from '../../../contracts/payments/funding';
import { bodyOf } from '../../support/app/body-of';
import { deleteAccounts } from '../../../server/access/accounts/accounts.store';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../support/people/people';
import { unique } from '../../support/chance/unique';

let run: RunningApp;
let administrator: TestPerson;
let researcher: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  administrator = await makeAdministrator(run.source);
});
beforeEach(async () => {
  researcher = await makeResearcher(run.source);
});
afterAll(() => run.close());

const call = (who: TestPerson, method: 'get' | 'post' | 'put', path: string, key?: string) => {
  const request = run.http()[method](path).set(who.headers);
  return key === undefined ? request : request.set('Idempotency-Key', key);
};
const allot = (body: object = {}, key?: string) =>
  call(administrator, 'post', '/api/allotments/', key).send({
    researcher_id: researcher._id,
    amount: 10_000,
    currency: 'EUR',
    ...body,
  });
const announce = (body: object = {}, key?: string) =>
  call(researcher, 'post', '/api/deposits/', key).send({ amount: 5_000, currency: 'EUR', ...body });
const confirm = (id: string, bank_reference: string, who = administrator) =>
  call(who, 'put', `/api/deposits/${id}/`).send({ action: 'confirm', bank_reference });
const wallets = async (who = researcher) => {
  const body = await bodyOf(
    call(who, 'get', `/api/wallets/?researcher=${researcher._id}`).expect(200),
  );
  return (body as { items: Wallet[] }).items;
};
const balance = async () => (await wallets())[0]?.balance;

describe('A budget that an administrator gives', () => {
  it('fills the researcher’s wallet, and both the researcher and an administrator see it', async () => {
    const body = await bodyOf(allot({ cost_centre: 'CC-12', reference: 'Grant 7' }).expect(201));
    expect(body as Allotment).toMatchObject({
      amount: 10_000,
      currency: 'EUR',
      cost_centre: 'CC-12',
      reference: 'Grant 7',
    });
    const own = await wallets();
    expect(own).toMatchObject([{ currency: 'EUR', balance: 10_000, held: 0, minimum: null }]);
    expect(await wallets(administrator)).toEqual(own);
  });

  it('is given once for one Idempotency-Key, also by two requests at the same time', async () => {
    const key = randomUUID();
    const answers = await Promise.all([allot({}, key), allot({}, key), allot({}, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body as Allotment)._id)).size).toBe(1);
    expect(await balance()).toBe(10_000);
  });

  it.each([
    ['another amount', { amount: 10_001 }],
    ['another cost centre', { cost_centre: 'CC-13' }],
  ])('is refused under a used Idempotency-Key with %s', async (_, changed) => {
    const key = randomUUID();
    await allot({}, key).expect(201);
    const body = await bodyOf(allot(changed, key).expect(409));
    expect(body).toMatchObject({ code: 'idempotency_conflict' });
    expect(await balance()).toBe(10_000);
  });

  it('is refused for people who are no researchers, and in a currency that is not offered', async () => {
    await allot({ researcher_id: randomUUID() }).expect(404);
    const body = await bodyOf(allot({ currency: 'ISK' }).expect(409));
    expect(body).toMatchObject({ code: 'wrong_currency' });
  });

  it.each([0, -1, 0.5, paymentsLimits.fundingAmount + 1])(
    'is refused with the amount %p',
    async (amount) => {
      await allot({ amount }).expect(400);
      expect(await wallets()).toEqual([]);
    },
  );

  it('keeps wallets of two currencies apart', async () => {
    await allot().expect(201);
    await allot({ currency: 'JPY', amount: 700 }).expect(201);
    expect((await wallets()).map((one) => [one.currency, one.balance]).sort()).toEqual([
      ['EUR', 10_000],
      ['JPY', 700],
    ]);
  });
});

describe('A transfer that a researcher announces', () => {
  it('fills the wallet when an administrator confirms it by the bank’s reference', async () => {
    const { _id, reference, state } = (await announce().expect(201)).body as Deposit;
    expect([state, reference]).toEqual([
      'announced',
      expect.stringMatching(/^CL-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    ]);
    expect(await wallets()).toEqual([]);
    const bank = unique();
    const body = await bodyOf(confirm(_id, bank).expect(200));
    expect(body as Deposit).toMatchObject({ state: 'confirmed', bank_reference: bank });
    expect(await balance()).toBe(5_000);
  });

  it('is confirmed once, whether two administrators confirm it at the same time or one does so twice', async () => {
    const { _id } = (await announce().expect(201)).body as Deposit;
    const other = await makeAdministrator(run.source);
    const bank = unique();
    const answers = await Promise.all([confirm(_id, bank), confirm(_id, bank, other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await confirm(_id, bank).expect(200);
    expect((await confirm(_id, unique()).expect(409)).body).toMatchObject({
      code: 'already_decided',
    });
    expect(await balance()).toBe(5_000);
  });

  it('is refused if the bank’s reference has already confirmed another transfer', async () => {
    const [one, two] = [(await announce()).body as Deposit, (await announce()).body as Deposit];
    const bank = unique();
    const answers = await Promise.all([confirm(one._id, bank), confirm(two._id, bank)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await balance()).toBe(5_000);
  });

  it('cannot be confirmed by the bank’s reference of a different transfer, in whatever spelling', async () => {
    const [one, two] = [(await announce()).body as Deposit, (await announce()).body as Deposit];
    const bank = unique();
    await confirm(one._id, `ab ${bank}`).expect(200);
    await confirm(one._id, `AB${bank}`).expect(200);
    expect((await confirm(two._id, `AB  ${bank.toUpperCase()}`).expect(409)).body).toMatchObject({
      code: 'bank_reference_used',
    });
  });

  it('shows the researcher why it was refused, and can no longer be confirmed', async () => {
    const { _id } = (await announce().expect(201)).body as Deposit;
    const reason = 'The bank knows no such transfer.';
    await call(administrator, 'put', `/api/deposits/${_id}/`)
      .send({ action: 'refuse', reason })
      .expect(200);
    await confirm(_id, unique()).expect(409);
    const body = await bodyOf(call(researcher, 'get', '/api/deposits/').expect(200));
    expect((body as { items: Deposit[] }).items).toMatchObject([{ state: 'refused', reason }]);
  });

  it('is announced once for one Idempotency-Key, and refused with another amount', async () => {
    const key = randomUUID();
    const answers = await Promise.all([announce({}, key), announce({}, key)]);
    expect(new Set(answers.map(({ body }) => (body as Deposit)._id)).size).toBe(1);
    expect((await announce({ amount: 1 }, key).expect(409)).body).toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('is refused while the allowed number of transfers waits', async () => {
    for (let n = 0; n < paymentsLimits.openDeposits; n++) await announce().expect(201);
    expect((await announce().expect(409)).body).toMatchObject({ code: 'too_many_deposits' });
  });
});

describe('A wallet for payments', () => {
  it('refunds what is left, never more, and once for one Idempotency-Key', async () => {
    await allot().expect(201);
    const [wallet] = await wallets();
    const refund = (amount: number, key?: string) =>
      call(administrator, 'post', `/api/wallets/${wallet?._id}/refunds/`, key).send({
        amount,
        reference: 'back to the institute',
      });
    expect((await refund(10_001).expect(409)).body).toMatchObject({ code: 'insufficient_funds' });
    const key = randomUUID();
    const answers = await Promise.all([refund(4_000, key), refund(4_000, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await balance()).toBe(6_000);
    const both = await Promise.all([refund(4_000), refund(4_000)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await balance()).toBe(2_000);
  });

  it('refunds no money that it does not have, even if its minimum is negative', async () => {
    await allot().expect(201);
    const [wallet] = await wallets();
    const at = `/api/wallets/${wallet?._id}/`;
    await call(administrator, 'put', at).send({ minimum: -500 }).expect(200);
    const refund = (amount: number) =>
      call(administrator, 'post', `${at}refunds/`).send({ amount, reference: 'to the institute' });
    expect((await refund(10_001).expect(409)).body).toMatchObject({ code: 'insufficient_funds' });
    expect(await balance()).toBe(10_000);
    await refund(10_000).expect(201);
    expect(await balance()).toBe(0);
  });

  it('can get a different minimum, but none above its balance', async () => {
    await allot().expect(201);
    const [wallet] = await wallets();
    const change = (minimum: number | null) =>
      call(administrator, 'put', `/api/wallets/${wallet?._id}/`).send({ minimum });
    expect((await change(-500).expect(200)).body).toMatchObject({ minimum: -500 });
    await change(1).expect(400);
    expect((await change(null).expect(200)).body).toMatchObject({ minimum: null });
  });

  it('of another researcher is neither listed nor named', async () => {
    await allot().expect(201);
    const other = await makeResearcher(run.source);
    await call(other, 'get', `/api/wallets/?researcher=${researcher._id}`).expect(403);
    expect((await call(other, 'get', '/api/wallets/').expect(200)).body).toMatchObject({
      items: [],
    });
  });

  it('stays with its references after the researcher’s account was erased, and is given back', async () => {
    await allot().expect(201);
    const bank = unique();
    await confirm(((await announce()).body as Deposit)._id, bank).expect(200);
    const [wallet] = await wallets();
    await run.app.get(UnitOfWork).run((tx) => deleteAccounts(tx, [researcher._id]));
    const refund = { amount: 15_000, reference: 'to the institute' };
    const body = await bodyOf(
      call(administrator, 'post', `/api/wallets/${wallet?._id}/refunds/`).send(refund).expect(201),
    );
    expect(body).toMatchObject({ researcher: null, balance: 0 });
    researcher = await makeResearcher(run.source);
    const other = (await announce()).body as Deposit;
    expect((await confirm(other._id, bank).expect(409)).body).toMatchObject({
      code: 'bank_reference_used',
    });
  });
});
