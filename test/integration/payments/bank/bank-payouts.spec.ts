/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { payoutMethodKeyOf } from '../../../../server/payments/bank/payout-method';
import { eraseAccount } from '../../accounts/deletion/erased';
import { Secrets } from '../../../../server/platform/security/secrets';
import { randomBytes, randomUUID } from 'node:crypto';
import type {
  PayoutBatch,
  PayoutBatches,
  PayoutBatchDetails,
} from '../../../../contracts/payments/bank-payouts';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeAdministrator, makePerson, type TestPerson } from '../../../support/people/people';
import {
  adasBankAccount,
  adasIban,
  bankTransferRequestsOf,
  makePayoutBatch,
  newCurrency,
} from './bank-rig';

let run: RunningApp;
let administrator: TestPerson;
let bank: ReturnType<typeof bankTransferRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  administrator = await makeAdministrator(run.source);
  bank = bankTransferRequestsOf(run);
});
afterAll(() => run.close());

const shown = (id: string, who = administrator) =>
  bodyOf<PayoutBatchDetails>(bank.show(who, id).expect(200));
const listed = async (query = '') =>
  bodyOf<PayoutBatches>(
    run.http().get(`/api/payout-batches/${query}`).set(administrator.headers).expect(200),
  );
const waitingIn = async (currency: string) =>
  (await listed('?limit=1')).waiting.find((one) => one.currency === currency);
const audited = (action: string, batchId: string) =>
  run.source.query<{ actor_id: string; details: Record<string, unknown> }[]>(
    `SELECT actor_id, details FROM platform.audit WHERE action = $1 AND details->>'batch_id' = $2 ORDER BY id`,
    [action, batchId],
  );
const rowOf = async (key: Buffer) => {
  const [row] = await run.source.query<{ id: string; state: string; sealed: Buffer | null }[]>(
    `SELECT id, state, sealed FROM identity.bank_payout WHERE payment_key = $1`,
    [key],
  );
  return row;
};

describe('The remembered bank account of a participant', () => {
  const method = (who: TestPerson) => run.http().get('/api/payout-method/').set(who.headers);
  const keep = (who: TestPerson, body: object) =>
    run.http().put('/api/payout-method/').set(who.headers).send(body);

  it('is shown to its owner by its last characters, and can be replaced and forgotten', async () => {
    const [person, other] = [await makePerson(run.source), await makePerson(run.source)];
    expect((await method(person).expect(200)).body).toEqual({ account: null });
    const kept = { account: { holder: 'Ada Lovelace', iban_end: '3000', country: 'DE' } };
    expect((await keep(person, adasBankAccount).expect(200)).body).toEqual(kept);
    expect((await method(person).expect(200)).body).toEqual(kept);
    expect((await method(other).expect(200)).body).toEqual({ account: null });
    await keep(person, { holder: 'Ada L.', iban: 'nl91abna0417164300' }).expect(200);
    expect((await method(person)).body).toEqual({
      account: { holder: 'Ada L.', iban_end: '4300', country: 'NL' },
    });
    const forget = () => run.http().delete('/api/payout-method/').set(person.headers).expect(204);
    await forget();
    await forget();
    expect((await method(person)).body).toEqual({ account: null });
  });

  it('is not changed when the new IBAN is wrong', async () => {
    const person = await makePerson(run.source);
    await keep(person, adasBankAccount).expect(200);
    const refused = await keep(person, { holder: 'Ada', iban: 'DE88370400440532013000' }).expect(
      400,
    );
    expect(refused.body).toMatchObject({ code: 'invalid_iban' });
    await keep(person, { ...adasBankAccount, extra: 1 }).expect(400);
    await keep(person, { ...adasBankAccount, holder: '' }).expect(400);
    expect((await method(person)).body).toMatchObject({ account: { iban_end: '3000' } });
  });

  it('cannot be found in the bytes of its row', async () => {
    const person = await makePerson(run.source);
    await keep(person, adasBankAccount).expect(200);
    const key = randomBytes(32);
    await bank.create(key);
    const rows = await run.source.query<{ sealed: Buffer }[]>(
      `SELECT sealed FROM identity.payout_method WHERE account_key = $1
       UNION ALL SELECT sealed FROM identity.bank_payout WHERE payment_key = $2`,
      [payoutMethodKeyOf(run.app.get(Secrets), person._id), key],
    );
    expect(rows).toHaveLength(2);
    for (const { sealed } of rows)
      for (const text of [adasIban, adasIban.slice(4, 12), 'Lovelace', 'iban'])
        for (const encoding of ['utf8', 'base64', 'hex', 'utf16le'] as const)
          expect(sealed.includes(Buffer.from(Buffer.from(text).toString(encoding)))).toBe(false);
    expect(new Set(rows.map(({ sealed }) => sealed.length)).size).toBe(1);
  });

  it('is deleted with the participant’s account', async () => {
    const person = await makePerson(run.source);
    await keep(person, adasBankAccount).expect(200);
    await eraseAccount(run, person._id);
    expect(
      await run.source.query(`SELECT 1 FROM identity.payout_method WHERE account_key = $1`, [
        payoutMethodKeyOf(run.app.get(Secrets), person._id),
      ]),
    ).toEqual([]);
  });
});

describe('A payout by bank transfer', () => {
  it('waits for its money, then for a batch, then for the bank', async () => {
    const currency = newCurrency();
    const key = randomBytes(32);
    expect(await bank.status(key)).toBe('none');
    expect(await bank.create(key, { currency })).toBe('open');
    await bank.draw(administrator, currency).expect(409);
    await bank.release(key);
    expect(await waitingIn(currency)).toEqual({ currency, payments: 1, total: 450 });
    expect(await bank.status(key)).toBe('open');
    const { _id } = (await bank.draw(administrator, currency).expect(201)).body as PayoutBatch;
    expect(await bank.status(key)).toBe('sent');
    expect(await waitingIn(currency)).toBeUndefined();
    await bank.settle(administrator, _id, { all: 'paid' }).expect(200);
    expect(await bank.status(key)).toBe('paid');
  });

  it('is refused without a bank account or with a wrong one, and the former account remains', async () => {
    const key = randomBytes(32);
    const invalid = expect.objectContaining({ code: 'invalid_iban' }) as Error;
    const without = bank.within((tx) =>
      bank.provider.createPayout(
        tx,
        { paymentKey: key, amount: 450, currency: 'EUR', walletAccountId: randomUUID() },
        '2026-11-29',
      ),
    );
    await expect(without).rejects.toThrow(invalid);
    expect(await bank.status(key)).toBe('none');
    await bank.create(key);
    const before = await rowOf(key);
    await expect(
      bank.create(key, { account: { ...adasBankAccount, iban: 'DE00' } }),
    ).rejects.toThrow(invalid);
    expect(await rowOf(key)).toEqual(before);
  });

  it('is replaced by a different account while it is open, and waits for its money again', async () => {
    const currency = newCurrency();
    const [key] = await bank.ready(1, { currency });
    if (!key) throw new Error('no payout');
    const before = await rowOf(key);
    const account = { holder: 'Grace Hopper', iban: 'NL91ABNA0417164300' };
    expect(await bank.create(key, { currency, account })).toBe('open');
    const after = await rowOf(key);
    expect(after?.state).toBe('requested');
    expect(after?.id).not.toBe(before?.id);
    await bank.release(key);
    const { _id } = (await bank.draw(administrator, currency).expect(201)).body as PayoutBatch;
    expect((await shown(_id)).lines).toMatchObject([account]);
  });

  it('can be dropped while it is open, but not once it is sent', async () => {
    const { keys } = await makePayoutBatch(run, administrator);
    const [sent = randomBytes(32), open] = [keys[0], randomBytes(32)];
    await bank.create(open);
    await bank.drop(open);
    expect(await bank.status(open)).toBe('none');
    await bank.drop(sent);
    expect(await bank.status(sent)).toBe('sent');
    const before = await rowOf(sent);
    expect(
      await bank.create(sent, { account: { holder: 'Eve', iban: 'NL91ABNA0417164300' } }),
    ).toBe('sent');
    expect(await rowOf(sent)).toEqual(before);
  });

  it('that the bank returned is made again under a new reference, and its batch still adds up', async () => {
    const { id, keys, currency } = await makePayoutBatch(run, administrator, 2);
    const [key = randomBytes(32)] = keys;
    const returned = (await rowOf(key))?.id ?? '';
    const lines = [{ id: returned, state: 'returned', reason: 'account closed' }];
    await bank.settle(administrator, id, { lines }).expect(200);
    expect(await bank.status(key)).toBe('returned');
    const account = { holder: 'Ada Lovelace', iban: 'NL91ABNA0417164300' };
    expect(await bank.create(key, { currency, account })).toBe('open');
    await bank.release(key);
    const again = (await bank.draw(administrator, currency).expect(201)).body as PayoutBatch;
    const [line] = (await shown(again._id)).lines;
    expect(line).toMatchObject({ ...account, state: 'drawn', reason: null });
    expect(line?._id).not.toBe(returned);
    const former = await shown(id);
    expect([former.lines.length, former.payments]).toEqual([2, 2]);
    expect(former.lines.find(({ _id }) => _id === returned)).toEqual({
      _id: returned,
      holder: null,
      iban: null,
      amount: 450,
      state: 'returned',
      reason: 'account closed',
    });
    await bank.settle(administrator, again._id, { all: 'paid' }).expect(200);
    expect(await bank.status(key)).toBe('paid');
  });

  it('that the bank returned is dropped for a different method, and its batch still adds up', async () => {
    const { id, keys } = await makePayoutBatch(run, administrator);
    const [key = randomBytes(32)] = keys;
    const line = (await rowOf(key))?.id;
    await bank.settle(administrator, id, { lines: [{ id: line, state: 'returned' }] }).expect(200);
    await bank.drop(key);
    expect(await bank.status(key)).toBe('none');
    expect((await shown(id)).lines).toMatchObject([{ _id: line, state: 'returned', iban: null }]);
  });
});

describe('A batch of payouts', () => {
  it('takes each waiting payout of its currency once when four administrators create batches at the same time', async () => {
    const currency = newCurrency();
    await bank.ready(12, { currency });
    await bank.ready(1, { currency: newCurrency() });
    const others = await Promise.all([1, 2, 3].map(() => makeAdministrator(run.source)));
    const answers = await Promise.all(
      [administrator, ...others].map((who) => bank.draw(who, currency)),
    );
    const drawn = answers.filter(({ status }) => status === 201);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expect(refused.body).toMatchObject({ status: 409, code: 'nothing_to_pay' });
    const ids = await Promise.all(
      drawn.map(async ({ body }) => (await shown((body as PayoutBatch)._id)).lines),
    );
    const lines = ids.flat().map(({ _id }) => _id);
    expect(lines).toHaveLength(12);
    expect(new Set(lines).size).toBe(12);
    const sums = drawn.map(({ body }) => body as PayoutBatch);
    expect(sums.reduce((sum, { total }) => sum + total, 0)).toBe(12 * 450);
    expect(sums.reduce((sum, { payments }) => sum + payments, 0)).toBe(12);
    for (const { _id, payments, total } of sums)
      expect(await audited('payout-batch-drawn', _id)).toMatchObject([
        { details: { batch_id: _id, currency, payments, amount: total } },
      ]);
  });

  it('is created once for one Idempotency-Key, also by two requests at the same time', async () => {
    const currency = newCurrency();
    await bank.ready(2, { currency });
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => bank.draw(administrator, currency, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body as PayoutBatch)._id)).size).toBe(1);
    expect((await bank.draw(administrator, newCurrency(), key).expect(409)).body).toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  it('is not created when no payout waits', async () => {
    const currency = newCurrency();
    expect((await bank.draw(administrator, currency).expect(409)).body).toMatchObject({
      code: 'nothing_to_pay',
    });
    expect(
      await run.source.query(`SELECT 1 FROM identity.payout_batch WHERE currency = $1`, [currency]),
    ).toEqual([]);
  });

  it('contains no payout that was replaced while the batch was created', async () => {
    const currency = newCurrency();
    const [key = randomBytes(32)] = await bank.ready(1, { currency });
    const account = { holder: 'Grace Hopper', iban: 'NL91ABNA0417164300' };
    const [answer, status] = await Promise.all([
      bank.draw(administrator, currency),
      bank.create(key, { currency, account }),
    ]);
    const row = await rowOf(key);
    if (answer.status === 201) {
      expect([status, row?.state]).toEqual(['sent', 'drawn']);
      const { lines } = await shown((answer.body as PayoutBatch)._id);
      expect(lines).toMatchObject([{ holder: 'Ada Lovelace' }]);
    } else expect([status, row?.state]).toEqual(['open', 'requested']);
  });

  it('is listed newest first by pages, with its numbers', async () => {
    const one = await makePayoutBatch(run, administrator, 3);
    const two = await makePayoutBatch(run, administrator);
    const [line] = (await shown(one.id)).lines;
    const lines = [{ id: line?._id, state: 'returned' }];
    await bank.settle(administrator, one.id, { lines }).expect(200);
    const first = await listed('?limit=1');
    expect(first.items).toMatchObject([{ _id: two.id, drawn_by: { _id: administrator._id } }]);
    const second = await listed(`?limit=1&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
    expect(second.items).toMatchObject([
      {
        _id: one.id,
        currency: one.currency,
        payments: 3,
        total: 1_350,
        states: { drawn: 2, paid: 0, returned: 1 },
      },
    ]);
    expect(JSON.stringify([first, second])).not.toContain(adasIban);
  });
});
