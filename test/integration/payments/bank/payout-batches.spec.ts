/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import type { PayoutBatch, PayoutBatchDetails } from '../../../../contracts/payments/bank-payouts';
import { bodyOf } from '../../../support/app/body-of';
import { startApp, type SeparateApp } from '../../../support/app/app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../../support/people/people';
import {
  adasBankAccount,
  adasIban,
  bankTransferRequestsOf,
  makePayoutBatch,
  newCurrency,
} from './bank-rig';

let run: SeparateApp;
let administrator: TestPerson;
let bank: ReturnType<typeof bankTransferRequestsOf>;
beforeAll(async () => {
  // An environment variable names the account that pays.
  run = await startApp({
    environment: { PAYOUT_DEBTOR_NAME: 'Lab', PAYOUT_DEBTOR_IBAN: 'AT61 1904 3002 3457 3201' },
  });
  administrator = await makeAdministrator(run.source);
  bank = bankTransferRequestsOf(run);
});
afterAll(() => run.close());

const shown = (id: string, who = administrator) =>
  bodyOf<PayoutBatchDetails>(bank.show(who, id).expect(200));
const audited = (action: string, batchId: string) =>
  run.source.query<{ actor_id: string; details: Record<string, unknown> }[]>(
    `SELECT actor_id, details FROM platform.audit WHERE action = $1 AND details->>'batch_id' = $2 ORDER BY id`,
    [action, batchId],
  );
const sealedOf = async (batchId: string) => {
  const rows = await run.source.query<{ id: string; sealed: Buffer | null }[]>(
    `SELECT id, sealed FROM identity.bank_payout WHERE batch_id = $1`,
    [batchId],
  );
  return new Map(rows.map(({ id, sealed }) => [id, sealed]));
};

describe('The lines of a batch of payouts', () => {
  it('are shown with their accounts, and each display is recorded in the audit log', async () => {
    const { id } = await makePayoutBatch(run, administrator, 2);
    const other = await makeAdministrator(run.source);
    const { lines } = await shown(id);
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(line).toEqual({
        _id: expect.any(String) as string,
        holder: adasBankAccount.holder,
        iban: adasIban,
        amount: 450,
        state: 'drawn',
        reason: null,
      });
    await shown(id, other);
    await bank.file(administrator, id, 'csv').expect(200);
    expect(
      (await audited('payout-batch-shown', id)).map(({ actor_id, details }) => [actor_id, details]),
    ).toEqual([
      [administrator._id, { batch_id: id, as: 'page' }],
      [other._id, { batch_id: id, as: 'page' }],
      [administrator._id, { batch_id: id, as: 'csv' }],
    ]);
  });

  it('are in an order that does not reveal when they were chosen', async () => {
    const currency = newCurrency();
    const amounts = Array.from({ length: 12 }, (_, i) => 100 + i);
    for (const amount of amounts) await bank.ready(1, { amount, currency });
    const { _id } = (await bank.draw(administrator, currency).expect(201)).body as PayoutBatch;
    const { lines } = await shown(_id);
    // A batch lists payouts in random order. By chance, only one in 12! batches lists them in the
    // order of their creation.
    expect(lines.map(({ amount }) => amount)).not.toEqual(amounts);
    expect(lines.map(({ amount }) => amount).sort()).toEqual(amounts);
  });

  it('can be seen, downloaded and settled only by administrators', async () => {
    const { id } = await makePayoutBatch(run, administrator);
    for (const who of [await makeResearcher(run.source), await makePerson(run.source)]) {
      await run.http().get('/api/payout-batches/').set(who.headers).expect(403);
      await bank.show(who, id).expect(403);
      await bank.file(who, id, 'csv').expect(403);
      await bank.settle(who, id, { all: 'paid' }).expect(403);
      await bank.draw(who, 'EUR').expect(403);
    }
    await run.http().get(`/api/payout-batches/${id}/`).expect(401);
    await run.http().get(`/api/payout-batches/${id}/file/`).expect(401);
    expect(await audited('payout-batch-shown', id)).toEqual([]);
    await bank.show(administrator, randomUUID()).expect(404);
    await bank.file(administrator, 'nonsense', 'csv').expect(404);
    await bank.settle(administrator, randomUUID(), { all: 'paid' }).expect(404);
  });
});

describe('A file for the bank', () => {
  it('as CSV has a line for each transfer and no formula', async () => {
    const currency = newCurrency();
    const account = { holder: '=HYPERLINK("http://evil.test","Ada")', iban: adasBankAccount.iban };
    const [key] = await bank.ready(1, { currency, account });
    const { _id } = (await bank.draw(administrator, currency).expect(201)).body as PayoutBatch;
    const answer = await bank.file(administrator, _id, 'csv').expect(200);
    const reference = ((key && (await bank.idOf(key))) ?? '').replaceAll('-', '');
    expect(answer.text).toBe(
      'reference,holder,iban,amount,currency\r\n' +
        `${reference},"'=HYPERLINK(""http://evil.test"",""Ada"")",${adasIban},4.50,${currency}\r\n`,
    );
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="payout-batch-.+\.csv"$/,
      ) as string,
    });
  });

  it('as pain.001 orders the open transfers of a batch in euros, with their sum', async () => {
    await bank.ready(2, { amount: 1_005 });
    const keys = await bank.ready(1, { amount: 7 });
    const { _id, payments, total } = (await bank.draw(administrator, 'EUR').expect(201))
      .body as PayoutBatch;
    expect([payments, total]).toEqual([3, 2_017]);
    const xml = async () =>
      (
        (await bank.file(administrator, _id, 'pain.001').responseType('blob').expect(200))
          .body as Buffer
      ).toString();
    const all = await xml();
    expect(all).toContain('<MsgId>' + _id.replaceAll('-', '') + '</MsgId>');
    expect(all.match(/<CtrlSum>[^<]*/g)).toEqual(['<CtrlSum>20.17', '<CtrlSum>20.17']);
    expect(all.match(/<NbOfTxs>[^<]*/g)).toEqual(['<NbOfTxs>3', '<NbOfTxs>3']);
    expect(all).toContain('<IBAN>AT611904300234573201</IBAN>');
    const returned = keys[0] && (await bank.idOf(keys[0]));
    const lines = [{ id: returned, state: 'returned' }];
    await bank.settle(administrator, _id, { lines }).expect(200);
    expect((await xml()).match(/<CtrlSum>[^<]*/g)).toEqual(['<CtrlSum>20.10', '<CtrlSum>20.10']);
    await bank.settle(administrator, _id, { all: 'paid' }).expect(200);
    const refused = await bank.file(administrator, _id, 'pain.001').expect(409);
    expect(refused.body).toMatchObject({ code: 'nothing_to_pay' });
    expect(await audited('payout-batch-shown', _id)).toHaveLength(2);
  });

  it('as pain.001 is refused in other currencies, and an unknown format in all of them', async () => {
    const { id } = await makePayoutBatch(run, administrator);
    expect((await bank.file(administrator, id, 'pain.001').expect(409)).body).toMatchObject({
      code: 'not_sepa',
    });
    expect((await bank.file(administrator, id, 'mt101').expect(400)).body).toMatchObject({
      code: 'validation_failed',
    });
    expect(await audited('payout-batch-shown', id)).toEqual([]);
  });
});

describe('The result that a bank reports for a batch', () => {
  it('is marked for each line, and the account of a paid line is deleted', async () => {
    const { id } = await makePayoutBatch(run, administrator, 3);
    const [one, two, three] = (await shown(id)).lines.map(({ _id }) => _id);
    const lines = [
      { id: one, state: 'paid' },
      { id: two, state: 'returned', reason: 'account closed' },
    ];
    const settled = await bank.settle(administrator, id, { lines }).expect(200);
    expect(settled.body).toMatchObject({ states: { drawn: 1, paid: 1, returned: 1 } });
    const sealed = await sealedOf(id);
    expect([one, two, three].map((line) => sealed.get(line ?? '') === null)).toEqual([
      true,
      true,
      false,
    ]);
    const after = new Map((await shown(id)).lines.map((line) => [line._id, line]));
    expect(after.get(one ?? '')).toMatchObject({ state: 'paid', holder: null, iban: null });
    expect(after.get(two ?? '')).toMatchObject({ state: 'returned', reason: 'account closed' });
    await bank.settle(administrator, id, { all: 'paid' }).expect(200);
    await bank.settle(administrator, id, { lines }).expect(200);
    expect((await audited('payout-settled', id)).map(({ details }) => details)).toEqual([
      { batch_id: id, paid: 1, returned: 1 },
      { batch_id: id, paid: 1, returned: 0 },
    ]);
  });

  it('is refused as a whole when one line was returned before, or belongs to another batch', async () => {
    const { id } = await makePayoutBatch(run, administrator, 2);
    const foreign = await makePayoutBatch(run, administrator);
    const [one, two] = (await shown(id)).lines.map(({ _id }) => _id);
    const [other] = (await shown(foreign.id)).lines.map(({ _id }) => _id);
    await bank.settle(administrator, id, { lines: [{ id: one, state: 'returned' }] }).expect(200);
    const refusals = [
      [{ id: one, state: 'paid' }, 409, 'already_decided'],
      [{ id: other, state: 'paid' }, 404, 'not_found'],
      [{ id: two, state: 'paid' }, 400, 'validation_failed'],
      [{ id: two, state: 'drawn' }, 400, 'validation_failed'],
      [{ id: one, state: 'paid', reason: 'none' }, 400, 'validation_failed'],
    ] as const;
    for (const [line, status, code] of refusals) {
      const lines = [{ id: two, state: 'paid' }, line];
      const refused = await bank.settle(administrator, id, { lines }).expect(status);
      expect(refused.body).toMatchObject({ code });
    }
    expect((await shown(id)).states).toEqual({ drawn: 1, paid: 0, returned: 1 });
    expect((await shown(foreign.id)).states).toMatchObject({ drawn: 1 });
  });

  it('gives each line one result when two administrators mark it at the same time', async () => {
    const { id } = await makePayoutBatch(run, administrator, 2);
    const [line] = (await shown(id)).lines.map(({ _id }) => _id);
    const other = await makeAdministrator(run.source);
    const answers = await Promise.all([
      bank.settle(administrator, id, { all: 'paid' }),
      bank.settle(other, id, { lines: [{ id: line, state: 'returned' }] }),
    ]);
    const { states } = await shown(id);
    const wasReturned = answers[1]?.status === 200;
    expect(answers.map(({ status }) => status)).toEqual([200, wasReturned ? 200 : 409]);
    expect(states).toEqual(
      wasReturned ? { drawn: 0, paid: 1, returned: 1 } : { drawn: 0, paid: 2, returned: 0 },
    );
  });

  it('can be marked for a batch of the largest size, with reasons', async () => {
    const { id, currency } = await makePayoutBatch(run, administrator);
    await run.source.query(
      `INSERT INTO identity.bank_payout (id, payment_key, amount, currency, sealed, state, batch_id, day)
       SELECT gen_random_uuid(), uuid_send(gen_random_uuid()), 450, $2, NULL, 'drawn', $1, '2026-11-29'
       FROM generate_series(2, 1000)`,
      [id, currency],
    );
    const lines = [...(await sealedOf(id)).keys()].map((line) => ({
      id: line,
      state: 'returned',
      reason: '言'.repeat(500),
    }));
    const settled = await bank.settle(administrator, id, { lines }).expect(200);
    expect(settled.body).toMatchObject({ states: { drawn: 0, paid: 0, returned: 1_000 } });
  });
});
