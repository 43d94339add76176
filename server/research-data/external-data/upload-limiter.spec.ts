import { UploadLimiter } from './upload-limiter';

/** A piece of work that lasts until the test ends it. */
function held() {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
}

describe('UploadLimiter', () => {
  it('runs one upload at a time, in the order of requests', async () => {
    const turns = new UploadLimiter();
    const order: string[] = [];
    const first = held();
    const read = (account: string, until: Promise<void>) =>
      turns.take(account, (reading) =>
        reading.run(async () => {
          order.push(`${account} begins`);
          await until;
          order.push(`${account} ends`);
        }),
      );
    const both = Promise.all([read('a', first.until), read('b', Promise.resolve())]);
    first.release();
    await both;
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('refuses a third upload of an account and a ninth in all, and accepts them later', async () => {
    const turns = new UploadLimiter();
    const { until, release } = held();
    const accounts = ['a', 'a', 'b', 'b', 'c', 'c', 'd'];
    const all = accounts.map((account) => turns.take(account, () => until));
    await expect(turns.take('a', () => until)).rejects.toMatchObject({ code: 'unavailable' });
    all.push(turns.take('e', () => until));
    await expect(turns.take('f', () => until)).rejects.toMatchObject({ code: 'unavailable' });
    release();
    await Promise.all(all);
    await expect(turns.take('a', () => Promise.resolve('read'))).resolves.toBe('read');
  });
});
