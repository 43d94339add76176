/**
 * @lane quick
 * @engines one: uses tables and triggers, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { setMinimum } from '../../../server/ledger/accounts';
import { transferPostings } from '../../../server/ledger/entries/entry.rule';
import { postEntries } from '../../../server/ledger/entries/post-entries';
import type { RunningApp } from '../../support/app/app';
import { sharedApp } from '../../support/app/shared-app';
import { ledgerOf } from './ledger-rig';

let run: RunningApp;
let ledger: ReturnType<typeof ledgerOf>;
beforeAll(async () => {
  run = await sharedApp();
  ledger = ledgerOf(run);
});
afterAll(() => run.close());

/** Makes a wallet with an amount that the ledger's `outside` account transferred. */
async function funded(amount: number) {
  const [wallet, outside] = [await ledger.open('wallet'), await ledger.outside()];
  await ledger.post(transferPostings(outside, wallet, amount));
  return { wallet, outside };
}

describe('posting an entry to the ledger', () => {
  it('moves the amount from one account to the other', async () => {
    const { wallet } = await funded(1_000);
    const hold = await ledger.open('hold');
    await ledger.post(transferPostings(wallet, hold, 400));
    expect([await ledger.balance(wallet), await ledger.balance(hold)]).toEqual([600, 400]);
  });

  it('is refused when the account would fall below its minimum, and changes nothing', async () => {
    const { wallet } = await funded(1_000);
    const hold = await ledger.open('hold');
    await expect(ledger.post(transferPostings(wallet, hold, 1_001))).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    expect([await ledger.balance(wallet), await ledger.balance(hold)]).toEqual([1_000, 0]);
  });

  it('lets an account fall to its own minimum, which cannot be raised above the balance', async () => {
    const [wallet, hold] = [await ledger.open('wallet', 'EUR', -500), await ledger.open('hold')];
    await ledger.post(transferPostings(wallet, hold, 500));
    await expect(ledger.post(transferPostings(wallet, hold, 1))).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    await expect(ledger.run((tx) => setMinimum(tx, wallet, -499))).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    await ledger.run((tx) => setMinimum(tx, wallet, null));
    await ledger.post(transferPostings(wallet, hold, 1_000));
    expect(await ledger.balance(wallet)).toBe(-1_500);
  });

  it('changes nothing the second time under the same key, and is refused with a different amount', async () => {
    const { wallet } = await funded(1_000);
    const hold = await ledger.open('hold');
    const key = randomUUID();
    const first = await ledger.post(transferPostings(wallet, hold, 100), { key });
    expect(first.isNew).toBe(true);
    expect(
      await ledger.post(transferPostings(wallet, hold, 100), { key, day: '2026-11-29' }),
    ).toEqual({
      ...first,
      isNew: false,
    });
    await expect(ledger.post(transferPostings(wallet, hold, 101), { key })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await ledger.balance(hold)).toBe(100);
  });

  it('is done once when eight requests under one key arrive at the same time', async () => {
    const { wallet } = await funded(1_000);
    const hold = await ledger.open('hold');
    const key = randomUUID();
    const posted = await Promise.all(
      Array.from({ length: 8 }, () => ledger.post(transferPostings(wallet, hold, 100), { key })),
    );
    expect(new Set(posted.map(({ id }) => id)).size).toBe(1);
    expect(posted.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await ledger.balance(hold)).toBe(100);
  });

  it('lets two of ten launches through when the money is enough for two', async () => {
    const { wallet } = await funded(250);
    const holds = await Promise.all(Array.from({ length: 10 }, () => ledger.open('hold')));
    const results = await Promise.allSettled(
      holds.map((hold) => ledger.post(transferPostings(wallet, hold, 100))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await ledger.balance(wallet)).toBe(50);
  });

  it('locks accounts in one order, so that transfers in both directions never block each other', async () => {
    const [one, other] = [(await funded(10_000)).wallet, (await funded(10_000)).wallet];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        ledger.post(i % 2 ? transferPostings(one, other, 7) : transferPostings(other, one, 7)),
      ),
    );
    expect([await ledger.balance(one), await ledger.balance(other)]).toEqual([10_000, 10_000]);
  });

  it('posts all entries of a transaction or none', async () => {
    const { wallet } = await funded(150);
    const hold = await ledger.open('hold');
    const entries = [100, 100].map((amount) => ({
      key: randomUUID(),
      kind: 'test',
      day: '2026-11-28',
      postings: transferPostings(wallet, hold, amount),
    }));
    await expect(ledger.run((tx) => postEntries(tx, entries))).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    expect(await ledger.balance(wallet)).toBe(150);
  });
});

describe('the database of the ledger', () => {
  it('refuses an entry whose amounts do not add up to zero in each unit', async () => {
    const { wallet } = await funded(100);
    const [hold, dollars] = [await ledger.open('hold'), await ledger.open('hold', 'USD')];
    await expect(
      ledger.post([
        { accountId: wallet, amount: -100 },
        { accountId: hold, amount: 99 },
      ]),
    ).rejects.toThrow('does not add up to zero');
    await expect(ledger.post(transferPostings(wallet, dollars, 100))).rejects.toThrow(
      'does not add up to zero',
    );
    expect(await ledger.balance(wallet)).toBe(100);
  });

  it('refuses an entry without its postings', () =>
    expect(
      ledger.run((tx) =>
        tx.query(
          `INSERT INTO ledger.entry (id, day, kind, key, request, postings)
           VALUES (gen_random_uuid(), '2026-11-28', 'test', $1, sha256('a'), 2)`,
          [randomUUID()],
        ),
      ),
    ).rejects.toThrow('does not add up to zero'));

  it('refuses a posting that is added to a complete entry', async () => {
    const { wallet, outside } = await funded(100);
    const hold = await ledger.open('hold');
    const { id } = await ledger.post(transferPostings(wallet, hold, 10));
    const more = await ledger.open('hold');
    await expect(
      ledger.run((tx) =>
        tx.query(
          `INSERT INTO ledger.posting (entry_id, account_id, amount) VALUES ($1, $2, 5), ($1, $3, -5)`,
          [id, more, outside],
        ),
      ),
    ).rejects.toThrow('is complete');
  });

  it.each([
    ['a balance', `UPDATE ledger.account SET balance = 1`],
    ['a minimum', `UPDATE ledger.account SET minimum = NULL`],
    [
      'an opening balance',
      `INSERT INTO ledger.account (id, kind, unit, balance) VALUES (gen_random_uuid(), 'hold', 'EUR', 5)`,
    ],
    ['an entry', `UPDATE ledger.entry SET kind = 'other'`],
    ['an entry away', `DELETE FROM ledger.entry`],
    ['a posting', `UPDATE ledger.posting SET amount = 1`],
    ['a posting away', `DELETE FROM ledger.posting`],
    ['a seal', `UPDATE ledger.seal SET sequence = 1`],
    ['a seal away', `DELETE FROM ledger.seal`],
    ['everything away', `TRUNCATE ledger.posting`],
  ])('does not let the application write %s', (_, statement) =>
    expect(ledger.run((tx) => tx.query(statement))).rejects.toThrow('permission denied'),
  );
});

describe('reversal of a ledger entry', () => {
  it('takes back a part of the amount, and then the rest of it', async () => {
    const { wallet } = await funded(100);
    const hold = await ledger.open('hold');
    const { id } = await ledger.post(transferPostings(wallet, hold, 100));
    await ledger.post(transferPostings(hold, wallet, 30), { reverses: id });
    await ledger.post(transferPostings(hold, wallet, 70), { reverses: id });
    expect([await ledger.balance(wallet), await ledger.balance(hold)]).toEqual([100, 0]);
  });

  it.each<[string, number]>([
    ['more than the entry moved', 101],
    ['in the direction of the entry', -10],
  ])('is refused when it moves %s', async (_, amount) => {
    const { wallet } = await funded(1_000);
    const hold = await ledger.open('hold');
    await ledger.post(transferPostings(wallet, hold, 500));
    const { id } = await ledger.post(transferPostings(wallet, hold, 100));
    await expect(
      ledger.post(transferPostings(hold, wallet, amount), { reverses: id }),
    ).rejects.toThrow('takes back more');
  });

  it('is refused for accounts that the entry does not have, and for an entry that is a reversal itself', async () => {
    const { wallet, outside } = await funded(1_000);
    const hold = await ledger.open('hold');
    const { id } = await ledger.post(transferPostings(wallet, hold, 100));
    await expect(
      ledger.post(transferPostings(hold, outside, 50), { reverses: id }),
    ).rejects.toThrow('takes back more');
    const reversal = await ledger.post(transferPostings(hold, wallet, 50), { reverses: id });
    await expect(
      ledger.post(transferPostings(wallet, hold, 50), { reverses: reversal.id }),
    ).rejects.toThrow('takes back more');
  });

  it('is done once when two requests take back the same whole entry at the same time', async () => {
    const { wallet } = await funded(1_000);
    const hold = await ledger.open('hold');
    await ledger.post(transferPostings(wallet, hold, 500));
    const { id } = await ledger.post(transferPostings(wallet, hold, 100));
    const results = await Promise.allSettled(
      [1, 2].map(() => ledger.post(transferPostings(hold, wallet, 100), { reverses: id })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await ledger.balance(hold)).toBe(500);
  });
});
