import { sampleOf } from './sample.rule';

const runs = (...bytes: number[]) =>
  bytes.map((one, n) => ({ id: String(n).padStart(4, '0'), bytes: one }));
const ids = (all: { id: string }[]) => all.map(({ id }) => Number(id));
const most = { runs: 4, bytes: 100 };

describe('The runs whose columns are listed', () => {
  it('are all of few runs, in whichever order they come', () => {
    expect(ids(sampleOf(runs(1, 1, 1).reverse(), most))).toEqual([0, 1, 2]);
    expect(sampleOf([], most)).toEqual([]);
  });

  it('are spread over many', () => {
    expect(ids(sampleOf(runs(...Array<number>(10).fill(1)), most))).toEqual([0, 2, 5, 7]);
  });

  it('are as many as there is room for, and the smallest where there is room for none', () => {
    expect(ids(sampleOf(runs(60, 60, 40), most))).toEqual([0, 2]);
    expect(ids(sampleOf(runs(98, 1, 1, 1), most))).toEqual([1, 2, 3]);
    expect(ids(sampleOf(runs(97, 1, 1, 1), most))).toEqual([0, 1, 2, 3]);
    expect(ids(sampleOf(runs(400, 300, 500), most))).toEqual([1]);
  });
});
