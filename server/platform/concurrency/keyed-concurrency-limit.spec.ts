import { setImmediate as soon } from 'node:timers/promises';
import { KeyedConcurrencyLimit } from './keyed-concurrency-limit';

/** Makes work that ends when the test says so. */
function begun() {
  const names: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    names.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { names, end: (name: string) => ends.get(name)?.(), work };
}

describe('KeyedConcurrencyLimit', () => {
  it('runs one task of each key at a time, in order, and a limited number over all keys', async () => {
    const turns = new KeyedConcurrencyLimit(2);
    const { names, end, work } = begun();
    const all = ['a1', 'a2', 'b1', 'c1'].map((name) => turns.run(name.charAt(0), work(name)));
    await soon();
    expect(names).toEqual(['a1', 'b1']);
    end('a1');
    await soon();
    expect(names).toEqual(['a1', 'b1', 'c1']);
    end('b1');
    await soon();
    expect(names).toEqual(['a1', 'b1', 'c1', 'a2']);
    end('c1');
    end('a2');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(await turns.run('a', () => Promise.resolve('later'))).toBe('later');
  });

  it('continues after a failed task', async () => {
    const turns = new KeyedConcurrencyLimit(1);
    const failing = turns.run('a', () => Promise.reject(new Error('broken')));
    const next = turns.run('a', () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  it('rejects tasks that waited too long, without running them', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const turns = new KeyedConcurrencyLimit(1);
    const { names, end, work } = begun();
    const first = turns.run('a', work('first'));
    const late = turns.run('a', work('late'));
    await soon();
    now.mockReturnValue(8_000);
    end('first');
    expect(await first).toBe('first');
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(names).toEqual(['first']);
    now.mockRestore();
  });
});
