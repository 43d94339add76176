import { AccountReadLimiter } from './account-read-limiter';

describe('AccountReadLimiter', () => {
  it('allows one reading of an account at a time', async () => {
    const turns = new AccountReadLimiter();
    let end = () => {};
    const first = turns.take('a', () => new Promise<void>((resolve) => (end = resolve)));
    const other = turns.take('b', () => Promise.resolve('read'));
    await expect(turns.take('a', () => Promise.resolve())).rejects.toMatchObject({
      code: 'unavailable',
    });
    end();
    await first;
    expect(await other).toBe('read');
    expect(await turns.take('a', () => Promise.resolve('again'))).toBe('again');
  });

  it('allows the next reading after a failed one', async () => {
    const turns = new AccountReadLimiter();
    await expect(turns.take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow();
    expect(await turns.take('a', () => Promise.resolve('read'))).toBe('read');
  });
});
