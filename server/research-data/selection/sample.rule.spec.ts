import { sampleWithinLimits } from './sample.rule';

const runs = (...bytes: number[]) =>
  bytes.map((one, n) => ({ id: String(n).padStart(4, '0'), bytes: one }));
const ids = (all: { id: string }[]) => all.map(({ id }) => Number(id));
const most = { runs: 4, bytes: 100 };

describe('sampleWithinLimits', () => {
  it('returns all of few runs, in any order', () => {
    expect(ids(sampleWithinLimits(runs(1, 1, 1).reverse(), most))).toEqual([0, 1, 2]);
    expect(sampleWithinLimits([], most)).toEqual([]);
  });

  it('spreads the sample over many runs', () => {
    expect(ids(sampleWithinLimits(runs(...Array<number>(10).fill(1)), most))).toEqual([0, 2, 5, 7]);
  });

  it('returns as many runs as fit, and the smallest when none fits', () => {
    expect(ids(sampleWithinLimits(runs(60, 60, 40), most))).toEqual([0, 2]);
    expect(ids(sampleWithinLimits(runs(98, 1, 1, 1), most))).toEqual([1, 2, 3]);
    expect(ids(sampleWithinLimits(runs(97, 1, 1, 1), most))).toEqual([0, 1, 2, 3]);
    expect(ids(sampleWithinLimits(runs(400, 300, 500), most))).toEqual([1]);
  });
});
