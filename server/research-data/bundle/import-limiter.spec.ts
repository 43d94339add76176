import { setImmediate as turn } from 'node:timers/promises';
import { ImportLimiter } from './import-limiter';

/** Makes an import whose upload and reading end when the test says so. */
function importing() {
  const told: string[] = [];
  const ends = new Map<string, () => void>();
  const until = (what: string) =>
    new Promise<void>((resolve) => {
      told.push(what);
      ends.set(what, resolve);
    });
  const turns = new ImportLimiter();
  const take = (account: string) =>
    turns.take(account, async (reading) => {
      await until(`${account} arrives`);
      await reading.run(() => until(`${account} is read`));
    });
  const end = async (what: string) => {
    ends.get(what)?.();
    await turn();
  };
  return { told, take, end };
}

describe('Imports of bundles', () => {
  it('are read one at a time, in order of arrival', async () => {
    const { told, take, end } = importing();
    const all = ['a', 'b', 'c'].map(take);
    await end('b arrives');
    await end('c arrives');
    await end('a arrives');
    expect(told.filter((one) => one.endsWith('read'))).toEqual(['b is read']);
    await end('b is read');
    await end('c is read');
    await end('a is read');
    await Promise.all(all);
    expect(told.slice(3)).toEqual(['b is read', 'c is read', 'a is read']);
  });

  it('are refused while an import of the same account, or a few of other accounts, are under way', async () => {
    const { take, end } = importing();
    const all = ['a', 'b', 'c', 'd'].map(take);
    for (const account of ['a', 'e'])
      await expect(take(account)).rejects.toMatchObject({
        code: 'unavailable',
        extra: { retryAfter: 20 },
      });
    await end('a arrives');
    await end('a is read');
    await all[0];
    const next = take('e');
    for (const account of ['b', 'c', 'd', 'e']) {
      await end(`${account} arrives`);
      await end(`${account} is read`);
    }
    await Promise.all([...all, next]);
  });
});
