import { shortTextOf } from './beginning-of';

/** Counts how many of the `length` values are read. */
function counted(length: number) {
  let read = 0;
  const values = new Proxy(
    Array.from({ length }, (_, n) => n),
    {
      get(target, name, receiver): unknown {
        if (typeof name === 'string' && /^\d+$/.test(name)) read += 1;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  return { values, read: () => read };
}

describe('The shortened text of a value', () => {
  it('contains every kind of JSON value', () => {
    const text = shortTextOf([1, 'a"b', true, null, undefined, NaN, { a: [], b: { c: -1.5 } }]);
    expect(text).toBe('[1,"a\\"b",true,null,null,null,{"a":[],"b":{"c":-1.5,},},]');
  });

  it('does not depend on entries after the first thousand, except for their number', () => {
    const { values, read } = counted(1_000_000);
    const text = shortTextOf(values);
    expect(read()).toBe(1_000);
    expect(text).toMatch(/,998,999,1000000\]$/);
    expect(shortTextOf(counted(999_999).values)).not.toBe(text);
  });

  it('is computed without reading more than the text can contain', () => {
    const all = Array.from({ length: 1_000 }, () => counted(1_000));
    const text = shortTextOf(all.map(({ values }) => values));
    expect(text.length).toBeLessThanOrEqual(50_000);
    expect(all.reduce((sum, { read }) => sum + read(), 0)).toBeLessThan(25_000);
    expect(all.at(-1)?.read()).toBe(0);
  });

  it('has a limit also for values that add no text', () => {
    let read = 0;
    const nothing = {};
    for (let n = 0; n < 200_000; n++)
      Object.defineProperty(nothing, `n${n}`, {
        enumerable: true,
        get: () => void (read += 1),
      });
    shortTextOf(nothing);
    expect(read).toBeLessThan(50_001);
  });

  it('is made without calling functions of the study', () => {
    const toJSON = jest.fn(() => 'x');
    expect(shortTextOf({ a: 1, toJSON })).toBe('{"a":1,}');
    expect(shortTextOf(Object.assign(new Date(5), { toJSON }))).toBe('null');
    expect(toJSON).not.toHaveBeenCalled();
  });

  it('is cut at cyclic and deeply nested values', () => {
    const round: unknown[] = [];
    round.push({ round });
    expect(() => shortTextOf(round)).toThrow(TypeError);
    let deep: unknown = 1;
    for (let n = 0; n < 100_000; n++) deep = [deep];
    expect(() => shortTextOf(deep)).toThrow(TypeError);
  });
});
