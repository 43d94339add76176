import { roundedSeconds, createFastRunCheck, type RunDuration } from './pace.rule';

const runs = (cell: number | null, ...seconds: (number | undefined)[]): RunDuration[] =>
  seconds.map((one) => ({ cell, seconds: one }));
const usual = [600, 620, 640, 580, 560, 600, 700, 660, 600];

describe('The stored duration of a run', () => {
  it.each([
    [0, 1],
    [1_499, 1],
    [59_600, 60],
    [96_000, 96],
    [99_600, 100],
    [104_000, 100],
    [754_000, 750],
    [1_234_567, 1_200],
    [1e15, 10_000_000],
  ])('of %d ms is about %d seconds', (ms, seconds) => {
    expect(roundedSeconds(ms)).toBe(seconds);
  });
});

describe('Whether a run is fast', () => {
  it('is true when it took less than half of the median of at least ten runs, itself included', () => {
    const [half, less] = runs(null, 300, 290);
    if (!half || !less) throw new Error('no runs');
    const isFast = createFastRunCheck([...runs(null, ...usual), less]);
    expect([isFast(less), isFast(half)]).toEqual([true, false]);
  });

  it('is unknown with fewer than ten runs, or without a stored duration', () => {
    const few = runs(null, ...usual);
    expect(few.map(createFastRunCheck(few))).toEqual(few.map(() => undefined));
    const [unknown] = runs(null, undefined);
    if (!unknown) throw new Error('no run');
    expect(createFastRunCheck([...few, unknown])(unknown)).toBeUndefined();
    expect(createFastRunCheck([...few, ...runs(null, 600), unknown])(unknown)).toBeUndefined();
  });

  it('compares with runs of its own condition, since another condition may be shorter', () => {
    const short = runs(1, ...usual.map((one) => one / 4), 150);
    const all = [...runs(0, ...usual, 150), ...short];
    const isFast = createFastRunCheck(all);
    expect(all.filter(isFast)).toEqual([{ cell: 0, seconds: 150 }]);
  });
});
