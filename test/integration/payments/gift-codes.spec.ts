/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type {
  AddedGiftCodes,
  GiftCodeStock,
} from '../../../contracts/payments/gift-codes/gift-codes';
import { deleteAccounts } from '../../../server/access/accounts/accounts.store';
import { balancesOf } from '../../../server/ledger/accounts';
import { GiftCodeProvider } from '../../../server/payments/gift-codes/gift-code-provider';
import { readHandedOutGiftCodes } from '../../../server/payments/gift-codes/handed-out-codes';
import { WriteOffGiftCodesJob } from '../../../server/payments/gift-codes/write-off-gift-codes.job';
import { days, utcDay } from '../../../server/platform/concurrency/clock';
import { Transaction, UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Secrets } from '../../../server/platform/security/secrets';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { eventually } from '../../support/chance/wait';
import { unique } from '../../support/chance/unique';
import { makeResearcher, type TestPerson } from '../../support/people/people';

// This file has its own application, since the job processes all codes.
let run: SeparateApp;
let researcher: TestPerson;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock });
});
beforeEach(async () => {
  clock.reset();
  // Moves the clock past midnight if midnight is near, so that no test runs across it.
  if (clock.now().getUTCHours() >= 22) clock.advance(days(0.2));
  researcher = await makeResearcher(run.source);
});
afterAll(() => run.close());

interface Line {
  brand?: string;
  amount?: string;
  currency?: string;
  code?: string;
  pin?: string;
  expires?: string;
}
const inDays = (n: number) => utcDay(new Date(clock.now().getTime() + days(n)));
const fileOf = (lines: readonly Line[]) =>
  [
    'brand;amount;currency;code;pin;expires',
    ...lines.map(
      ({ brand = 'Books', amount = '10,00', currency = 'EUR', code = unique(), pin, expires }) =>
        [brand, amount, currency, code, pin ?? '', expires ?? ''].join(';'),
    ),
  ].join('\r\n');
const linesOf = (count: number, line: Line = {}) => Array.from({ length: count }, () => line);
const send = (file: string, { who = researcher, key }: { who?: TestPerson; key?: string } = {}) => {
  const request = run.http().post('/api/gift-codes/').set(who.headers);
  if (key !== undefined) void request.set('Idempotency-Key', key);
  return request.attach('file', Buffer.from(file), {
    filename: 'codes.csv',
    contentType: 'text/csv',
  });
};
const add = (lines: readonly Line[], who = researcher) =>
  bodyOf<AddedGiftCodes>(send(fileOf(lines), { who }).expect(201));
const stock = async (who = researcher) =>
  (await bodyOf<GiftCodeStock>(run.http().get('/api/gift-codes/').set(who.headers).expect(200)))
    .items;
/**
 * Reads the wallet's account, and the value of the gift codes in stock; undefined before the
 * researcher uploaded any.
 */
const walletOf = async (currency = 'EUR', who = researcher) => {
  const [wallet]: { account_id: string; gift_account_id: string }[] = await run.source.query(
    `SELECT account_id, gift_account_id FROM identity.wallet WHERE researcher_id = $1 AND currency = $2`,
    [who._id, currency],
  );
  if (!wallet) return undefined;
  const balances = await balancesOf(run.source, [wallet.gift_account_id]);
  return { ...wallet, value: balances.get(wallet.gift_account_id)?.balance };
};
const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) =>
  run.app.get(UnitOfWork).run(work);
const provider = () => run.app.get(GiftCodeProvider, { strict: false });
const requestOf = async (paymentKey: Buffer, amount = 1_000) => ({
  paymentKey,
  amount,
  currency: 'EUR',
  walletAccountId: (await walletOf())?.account_id ?? '',
});
/** Makes a payment that gets a code. @returns the key of the payment */
const handOut = async (amount = 1_000): Promise<Buffer> => {
  const key = randomBytes(32);
  const request = await requestOf(key, amount);
  await inTransaction((tx) => provider().createPayout(tx, request, utcDay(clock.now())));
  return key;
};
const opened = (keys: Buffer[]) => readHandedOutGiftCodes(run.source, run.app.get(Secrets), keys);
const writeOff = () => new WriteOffGiftCodesJob(run.app.get(UnitOfWork), run.source, clock).run();

describe('A file of gift codes', () => {
  it('is added to the stock, its value to the ledger, and its codes are stored sealed', async () => {
    const [code, pin] = [unique(), unique()];
    const added = await add([
      { code, pin },
      { amount: '25.50', expires: inDays(30) },
      { amount: '900', currency: 'JPY' },
      {},
    ]);
    expect(added.added).toEqual([
      { amount: 1_000, currency: 'EUR', codes: 2 },
      { amount: 2_550, currency: 'EUR', codes: 1 },
      { amount: 900, currency: 'JPY', codes: 1 },
    ]);
    const common = { brand: 'Books', handed_out: 0, expired: 0, needed: 0, low: false };
    expect(added.items).toEqual([
      { ...common, amount: 1_000, currency: 'EUR', expires: null, left: 2, lasting: 2 },
      { ...common, amount: 2_550, currency: 'EUR', expires: inDays(30), left: 1, lasting: 1 },
      { ...common, amount: 900, currency: 'JPY', expires: null, left: 1, lasting: 1 },
    ]);
    expect(await stock()).toEqual(added.items);
    expect([await walletOf(), await walletOf('JPY')]).toMatchObject([
      { value: 4_550 },
      { value: 900 },
    ]);
    const stored: { row: string; sealed: Buffer }[] = await run.source.query(
      `SELECT row_to_json(c)::text AS row, sealed FROM identity.gift_code c`,
    );
    const texts = stored.map(({ row, sealed }) => row + sealed.toString('latin1'));
    expect(texts.filter((text) => text.includes(code) || text.includes(pin))).toEqual([]);
    for (const secret of [code, pin]) expect(JSON.stringify(added)).not.toContain(secret);
  });

  it('with a fault adds nothing, and the answer names line, column and fault', async () => {
    const lines = [
      {},
      { amount: '-1' },
      { currency: 'ISK', amount: '10' },
      { expires: inDays(-1) },
    ];
    const body = await bodyOf(send(fileOf(lines)).expect(400));
    expect(body).toMatchObject({
      code: 'validation_failed',
      fields: [
        { path: 'lines.3.amount', code: 'too_small' },
        { path: 'lines.4.currency', code: 'currency_not_offered' },
        {
          path: 'lines.5.expires',
          code: 'gift_code_expired',
          description: 'This code has expired.',
        },
      ],
    });
    expect([await stock(), await walletOf()]).toEqual([[], undefined]);
  });

  it('is refused without a file, and beyond its largest size', async () => {
    await run.http().post('/api/gift-codes/').set(researcher.headers).expect(400);
    const body = await bodyOf(send('x'.repeat(2_000_001)).expect(413));
    expect(body).toMatchObject({ code: 'too_large' });
  });

  it('with a code that any researcher added before adds nothing, and reveals nothing of them', async () => {
    const [own, foreign] = [unique(), unique()];
    const other = await makeResearcher(run.source);
    await add([{ code: own }]);
    await add([{ code: foreign }], other);
    const answers = [];
    for (const code of [own, foreign.toUpperCase()]) {
      const file = fileOf([{}, { code, brand: 'BOOKS', amount: '5' }]);
      answers.push(await bodyOf<{ fields: unknown[] }>(send(file).expect(400)));
    }
    expect(answers[0]?.fields).toEqual([
      expect.objectContaining({ path: 'lines.3.code', code: 'gift_code_in_stock' }),
    ]);
    expect(answers[1]?.fields).toEqual(answers[0]?.fields);
    expect(await stock()).toMatchObject([{ left: 1 }]);
    expect(await walletOf()).toMatchObject({ value: 1_000 });
  });

  it('is added once when it is uploaded several times simultaneously, also by two researchers', async () => {
    const file = fileOf(linesOf(50));
    const other = await makeResearcher(run.source);
    const answers = await Promise.all([send(file), send(file), send(file, { who: other })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const all = [...(await stock()), ...(await stock(other))];
    expect(all.map(({ left }) => left)).toEqual([50]);
  });

  it('neither blocks nor is blocked by an upload of the same codes in reverse order', async () => {
    const codes = Array.from({ length: 300 }, () => ({ code: unique() }));
    const answers = await Promise.all([
      send(fileOf(codes)),
      send(fileOf([...codes].reverse())),
      send(fileOf([{}, ...codes.slice(100), {}])),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });
});

describe('An Idempotency-Key for gift codes', () => {
  it('adds the file once and gives each attempt the same answer, also to simultaneous attempts and after a code expired', async () => {
    const key = randomUUID();
    const file = fileOf([...linesOf(20), { expires: inDays(0) }]);
    const answers = await Promise.all([send(file, { key }), send(file, { key })]);
    answers.push(await send(file, { key }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const bodies = answers.map(({ body }) => body as AddedGiftCodes);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(await walletOf()).toMatchObject({ value: 21_000 });
    clock.advance(days(1));
    const later = await bodyOf<AddedGiftCodes>(send(file, { key }).expect(201));
    expect(later.added).toEqual(bodies[0]?.added);
  });

  it('of another file is refused, and adds nothing', async () => {
    const key = randomUUID();
    await send(fileOf([{}]), { key }).expect(201);
    for (const other of [fileOf([{}]), fileOf([{ currency: 'USD' }])]) {
      const body = await bodyOf(send(other, { key }).expect(409));
      expect(body).toMatchObject({ code: 'idempotency_conflict' });
    }
    expect(await stock()).toMatchObject([{ left: 1, currency: 'EUR' }]);
  });

  it('of a refused file may be used for the corrected one', async () => {
    const key = randomUUID();
    await send(fileOf([{ amount: '0' }]), { key }).expect(400);
    await send(fileOf([{}]), { key }).expect(201);
  });

  it('adds nothing a second time when the record of its file was deleted', async () => {
    const key = randomUUID();
    await send(fileOf([{}]), { key }).expect(201);
    await run.source.query(`DELETE FROM identity.gift_code_file`);
    await send(fileOf([{}]), { key }).expect(409);
    expect([await stock(), await walletOf()]).toMatchObject([[{ left: 1 }], { value: 1_000 }]);
  });
});

describe('The stock of gift codes', () => {
  it('of another researcher is not shown', async () => {
    await add([{}]);
    expect(await stock(await makeResearcher(run.source))).toEqual([]);
  });

  it('falls on the day after a code was handed out', async () => {
    await add(linesOf(10));
    await handOut();
    await handOut();
    expect(await stock()).toMatchObject([{ left: 10, handed_out: 0 }]);
    await add([{}]);
    expect(await stock()).toMatchObject([{ left: 11, handed_out: 0 }]);
    clock.advance(days(1));
    expect(await stock()).toMatchObject([{ left: 9, handed_out: 2 }]);
  });

  it('is counted by amount and currency, over all brands and expiries, without codes that expire within two weeks', async () => {
    await add([
      ...linesOf(6),
      ...linesOf(5, { brand: 'Films', expires: inDays(14) }),
      ...linesOf(4, { brand: 'Films', expires: inDays(13) }),
      ...linesOf(3, { amount: '5' }),
    ]);
    expect((await stock()).map(({ brand, amount, lasting }) => [brand, amount, lasting])).toEqual([
      ['Books', 500, 3],
      ['Books', 1_000, 11],
      ['Films', 1_000, 11],
      ['Films', 1_000, 11],
    ]);
  });
});

describe('An expired gift code', () => {
  it('is not handed out, and is written off once', async () => {
    await add([...linesOf(3, { expires: inDays(0) }), ...linesOf(2), { expires: inDays(2) }]);
    const kept = await handOut();
    expect((await opened([kept])).get(kept.toString('hex'))).toMatchObject({ expires: inDays(0) });
    await writeOff();
    expect(await walletOf()).toMatchObject({ value: 6_000 });
    const [today, later] = [inDays(0), inDays(2)];
    clock.advance(days(1));
    const left = {
      ...{ brand: 'Books', amount: 1_000, currency: 'EUR' },
      ...{ lasting: 2, needed: 0, low: false },
    };
    const groups = [
      { ...left, expires: later, left: 1, handed_out: 0, expired: 0 },
      { ...left, expires: null, left: 2, handed_out: 0, expired: 0 },
      { ...left, expires: today, left: 0, handed_out: 1, expired: 2 },
    ];
    expect(await stock()).toEqual(groups);
    await Promise.all([writeOff(), writeOff()]);
    expect(await writeOff()).toBe(0);
    expect(await stock()).toEqual(groups);
    expect(await walletOf()).toMatchObject({ value: 4_000 });
    const keys = [await handOut(), await handOut(), await handOut()];
    const expiries = [...(await opened(keys)).values()].map(({ expires }) => expires);
    expect(expiries.sort()).toEqual([later, null, null].sort());
    await expect(handOut()).rejects.toThrow('out_of_stock');
  });

  it('that had to wait for a transaction is written off by a later run on the same day', async () => {
    await add([{ expires: inDays(0) }, { expires: inDays(0), amount: '7' }]);
    clock.advance(days(1));
    // Simulates a code that the job cannot write off yet, because a transaction of the day before
    // still uses the code.
    await run.source.query(
      `UPDATE identity.gift_code SET written_off_on = '2999-01-01' WHERE amount = 700 AND written_off_on IS NULL`,
    );
    await writeOff();
    expect(await walletOf()).toMatchObject({ value: 700 });
    await run.source.query(
      `UPDATE identity.gift_code SET written_off_on = NULL WHERE written_off_on = '2999-01-01'`,
    );
    await writeOff();
    expect(await walletOf()).toMatchObject({ value: 0 });
  });
});

describe('A payment by gift code', () => {
  it('gets one code of exactly its amount, the same one each time', async () => {
    const code = unique();
    await add([{ code, pin: '12', expires: inDays(9) }, {}, { amount: '20' }]);
    const key = await handOut();
    const request = await requestOf(key);
    const again = await inTransaction((tx) =>
      provider().createPayout(tx, request, utcDay(clock.now())),
    );
    expect(again).toBe('paid');
    expect(await opened([key, randomBytes(32)])).toEqual(
      new Map([[key.toString('hex'), { brand: 'Books', code, pin: '12', expires: inDays(9) }]]),
    );
    expect(await inTransaction((tx) => provider().getPayout(tx, key))).toBe('paid');
    expect(await inTransaction((tx) => provider().getPayout(tx, randomBytes(32)))).toBe('none');
    await expect(handOut(1_500)).rejects.toThrow('out_of_stock');
    const other = await makeResearcher(run.source);
    await add([{ amount: '15' }], other);
    await expect(handOut(1_500)).rejects.toThrow('out_of_stock');
  });

  it('gets a code in 199 of 200 simultaneous cases when 199 codes are left', async () => {
    await add(linesOf(199));
    const answers = await Promise.allSettled(Array.from({ length: 200 }, () => handOut()));
    const keys = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(keys).toHaveLength(199);
    expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'out_of_stock' } },
    ]);
    const codes = [...(await opened(keys)).values()].map(({ code }) => code);
    expect(new Set(codes).size).toBe(199);
  });

  it('waits for the last code while another payment holds it, and gets it if that payment is rolled back', async () => {
    await add([{}]);
    const [first, second] = [await requestOf(randomBytes(32)), await requestOf(randomBytes(32))];
    const day = utcDay(clock.now());
    const holder = run.source.createQueryRunner();
    await holder.startTransaction();
    await provider().createPayout(new Transaction(holder.manager, null), first, day);
    const waiting = inTransaction((tx) => provider().createPayout(tx, second, day));
    const blocked = () =>
      run.source.query<object[]>(
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
      );
    await Promise.race([waiting, eventually(blocked, (found) => found.length > 0)]);
    await holder.rollbackTransaction();
    await holder.release();
    expect(await waiting).toBe('paid');
  });

  it('keeps its code after the researcher’s account was erased, and its researcher is forgotten', async () => {
    await add(linesOf(2));
    const wallet = await walletOf();
    const key = await handOut();
    await run.app.get(UnitOfWork).run((tx) => deleteAccounts(tx, [researcher._id]));
    expect((await opened([key])).size).toBe(1);
    const next = {
      ...(await requestOf(randomBytes(32))),
      walletAccountId: wallet?.account_id ?? '',
    };
    const day = utcDay(clock.now());
    expect(await inTransaction((tx) => provider().createPayout(tx, next, day))).toBe('paid');
  });
});
