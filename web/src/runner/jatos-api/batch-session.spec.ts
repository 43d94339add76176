import { LocalSharedDocument } from '../frame/local-shared-document';
import { batchFunctions, BatchChanged, BatchSession } from './batch-session';

interface Functions {
  get(name: string): unknown;
  getAll(): unknown;
  find(path: string): unknown;
  test(path: string, value: unknown): boolean;
  defined(path: string): boolean;
  set(name: string, value: unknown): Promise<void>;
  setAll(value: unknown): Promise<void>;
  add(path: string, value: unknown): Promise<void>;
  remove(path: string): Promise<void>;
  move(from: string, path: string): Promise<void>;
  clear(): Promise<void>;
}

/** Opens the page of one participant; all pages of a test share the document. */
async function page(shared: LocalSharedDocument, minds = true) {
  const batch = new BatchSession({ shared, memory: sessionStorage }, () => minds);
  await batch.load();
  const functions = batchFunctions(batch, (operation) => batch.change(operation));
  return { batch, session: functions as unknown as Functions };
}

describe('jatos.batchSession', () => {
  it('reads by name and by path what this page and others have set, and returns copies', async () => {
    const shared = new LocalSharedDocument();
    const { session: one } = await page(shared);
    await one.set('list', [{ n: 1 }]);
    await one.add('/list/-', { n: 2 });
    const { session: two } = await page(shared);
    expect(two.get('list')).toEqual([{ n: 1 }, { n: 2 }]);
    expect(two.find('/list/1/n')).toBe(2);
    expect([two.test('/list/0/n', 1), two.test('/list/0/n', 2)]).toEqual([true, false]);
    expect([two.defined('/list'), two.defined('/other'), two.get('other')]).toEqual([
      true,
      false,
      undefined,
    ]);
    (two.get('list') as unknown[]).push('not shared');
    expect(two.getAll()).toEqual({ list: [{ n: 1 }, { n: 2 }] });
    await two.move('/list/0', '/first');
    await two.remove('/list/0');
    expect(two.getAll()).toEqual({ first: { n: 1 }, list: [] });
    await two.clear();
    expect(two.getAll()).toEqual({});
  });

  it('counts to 200 when two pages retry each change that lost a race', async () => {
    const shared = new LocalSharedDocument();
    const pages = [await page(shared), await page(shared)];
    let lost = 0;
    const increment = async ({ session }: (typeof pages)[number]) => {
      for (;;)
        try {
          const count = (session.get('count') as number | undefined) ?? 0;
          await Promise.resolve();
          return await session.set('count', count + 1);
        } catch (error) {
          expect(error).toBeInstanceOf(BatchChanged);
          lost += 1;
        }
    };
    await Promise.all(
      pages.map(async (one) => {
        for (let n = 0; n < 100; n++) await increment(one);
      }),
    );
    expect((await shared.read()).document).toEqual({ count: 200 });
    expect(lost).toBeGreaterThan(0);
  });

  it('applies a change before its promise resolves when others changed only paths that were not read', async () => {
    const shared = new LocalSharedDocument();
    const [{ session: one }, { session: two }] = [await page(shared), await page(shared)];
    expect(one.get('mine')).toBeUndefined();
    await two.set('theirs', 1);
    await one.set('mine', 1);
    expect(one.getAll()).toEqual({ mine: 1, theirs: 1 });
  });

  it('rejects a change of a page that has read the complete document when anything in it has changed', async () => {
    const shared = new LocalSharedDocument();
    const [{ session: one }, { session: two }] = [await page(shared), await page(shared)];
    one.getAll();
    await two.set('theirs', 1);
    await expect(one.set('mine', 1)).rejects.toBeInstanceOf(BatchChanged);
    // The first page sees the document without the change that was refused.
    expect(one.getAll()).toEqual({ theirs: 1 });
    await one.set('mine', 1);
    expect(two.getAll()).toEqual({ theirs: 1 });
  });

  it('ignores changes of others when versioning is switched off', async () => {
    const shared = new LocalSharedDocument();
    const [{ session: one }, { session: two }] = [await page(shared, false), await page(shared)];
    one.getAll();
    await two.set('theirs', 1);
    await one.set('theirs', 2);
    expect((await shared.read()).document).toEqual({ theirs: 2 });
  });

  it('applies changes in the order of the calls without waiting between them', async () => {
    const { session } = await page(new LocalSharedDocument());
    session.getAll();
    await Promise.all([session.set('a', 1), session.set('b', 2), session.set('a', 3)]);
    expect(session.getAll()).toEqual({ a: 3, b: 2 });
  });

  it('reports changes of others to the study, but not its own', async () => {
    const shared = new LocalSharedDocument();
    const [{ batch, session: one }, { session: two }] = [await page(shared), await page(shared)];
    const heard: string[] = [];
    batch.onChange((path: string, op: string) => heard.push(`${op} ${path}`));
    await two.set('theirs', { a: 1 });
    await one.set('mine', 1);
    expect(heard).toEqual(['add /theirs']);
  });

  it('rejects with the reason when a change is refused', async () => {
    const { session } = await page(new LocalSharedDocument());
    await expect(session.remove('/nothing')).rejects.toThrow('the path is not there');
    await expect(session.add('nothing', 1)).rejects.toThrow('no JSON pointer');
    await expect(session.set('a', undefined)).rejects.toThrow('none that JSON has');
    await expect(session.set('a', 'x'.repeat(100_001))).rejects.toThrow('100000 bytes');
    expect(session.getAll()).toEqual({});
  });

  it('treats the complete document as read after more paths were read than fit into a request', async () => {
    const shared = new LocalSharedDocument();
    const [{ session: one }, { session: two }] = [await page(shared), await page(shared)];
    for (let n = 0; n < 250; n++) one.get(`name ${n}`);
    await one.set('mine', 1);
    for (let n = 0; n < 250; n++) one.get(`name ${n}`);
    await two.set('theirs', 1);
    await expect(one.set('mine', 2)).rejects.toBeInstanceOf(BatchChanged);
  });

  it('keeps polling after a transient failure and stops when the run ends', async () => {
    jest.useFakeTimers();
    try {
      const shared = new LocalSharedDocument();
      const codes = ['unavailable', undefined, 'run_ended'];
      const reading = jest.fn((after?: number) => {
        const code = codes.shift();
        return code === undefined
          ? shared.read(after)
          : Promise.reject(Object.assign(new Error(code), { code }));
      });
      const change = shared.change.bind(shared);
      const batch = new BatchSession(
        { shared: { read: reading, change }, memory: sessionStorage },
        () => true,
      );
      batch.onChange(() => undefined);
      await jest.advanceTimersByTimeAsync(120_000);
      expect(reading).toHaveBeenCalledTimes(3);
    } finally {
      jest.useRealTimers();
    }
  });
});
