/**
 * @long: `npm test -- long` tests many more random seeds
 * @engines one: uses tables and triggers, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import { SealEntries } from '../../../server/ledger/chain/seal-entries';
import { VerifyLedger } from '../../../server/ledger/chain/verify-ledger';
import { transferPostings, type NewEntry } from '../../../server/ledger/entries/entry.rule';
import { startApp, type SeparateApp } from '../../support/app/app';
import { triesInTestRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { ledgerOf } from './ledger-rig';

let run: SeparateApp;
let ledger: ReturnType<typeof ledgerOf>;
beforeAll(async () => {
  run = await startApp();
  ledger = ledgerOf(run);
});
afterAll(() => run.close());

const rounds = triesInTestRun(30, 1_000);
const chance = printSeededRandom(
  'transfers, reversals and repeated requests between twelve accounts',
);

it('The ledger ends with the balances of a model, whatever is posted at the same time', async () => {
  const accounts: { id: string; unit: string; minimum: number }[] = [];
  for (const unit of ['EUR', 'JPY'])
    for (const minimum of [0, 0, 0, -200, -50])
      accounts.push({ id: await ledger.open('wallet', unit, minimum), unit, minimum });
  const outside = { EUR: await ledger.outside(), JPY: await ledger.outside('JPY') };
  const model = new Map<string, number>();
  const posted: { id: string; entry: NewEntry }[] = [];
  const apply = ({ postings }: NewEntry) => {
    for (const { accountId, amount } of postings)
      model.set(accountId, (model.get(accountId) ?? 0) + amount);
  };
  const one = <T>(all: readonly T[]): T => all[chance.int(all.length)] as T;

  const draw = (): NewEntry => {
    const base = { key: randomUUID(), kind: 'test', day: '2026-11-28' };
    const former = one(posted);
    const kind = chance.int(10);
    if (former && kind < 2) return former.entry;
    if (former && kind < 4) {
      const { postings } = former.entry;
      const [from, to] = [postings[1], postings[0]];
      const amount = 1 + chance.int(Math.abs(from?.amount ?? 1) + 5);
      return {
        ...base,
        reverses: former.id,
        postings: transferPostings(from?.accountId ?? '', to?.accountId ?? '', amount),
      };
    }
    const from = one(accounts);
    const to = one(accounts.filter((other) => other.unit === from.unit && other.id !== from.id));
    const source = kind < 6 ? outside[from.unit as 'EUR' | 'JPY'] : from.id;
    return { ...base, postings: transferPostings(source, to.id, 1 + chance.int(150)) };
  };

  for (let round = 0; round < rounds; round++) {
    const entries = Array.from({ length: 6 }, draw);
    const results = await Promise.allSettled(
      entries.map(({ postings, ...given }) => ledger.post(postings, given)),
    );
    for (const [i, result] of results.entries()) {
      const entry = entries[i];
      if (!entry) continue;
      if (result.status === 'fulfilled' && result.value.isNew) {
        apply(entry);
        posted.push({ id: result.value.id, entry });
      }
      if (result.status === 'rejected')
        expect(String(result.reason)).toMatch(/insufficient_funds|takes back more/);
    }
  }
  expect(posted.length).toBeGreaterThan(rounds);
  for (const { id, minimum } of accounts) {
    const balance = await ledger.balance(id);
    expect([id, balance]).toEqual([id, model.get(id) ?? 0]);
    expect(balance).toBeGreaterThanOrEqual(minimum);
  }
  await run.app.get(SealEntries).run();
  expect(await run.app.get(VerifyLedger).run()).toMatchObject({
    checked: posted.length,
    waiting: 0,
    damaged: 0,
  });
});
