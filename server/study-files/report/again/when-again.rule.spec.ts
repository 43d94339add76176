import { mostLooks, whenAgain } from './when-again.rule';

const now = new Date('2026-11-28T10:00:00Z');
const pauseAfter = (looks: number) => {
  const at = whenAgain(looks, now);
  return at && at.getTime() - now.getTime();
};

describe('A version of which a file was stopped is looked through again', () => {
  it('within minutes at first, and later each time', () => {
    const pauses = Array.from({ length: mostLooks - 1 }, (_, n) => pauseAfter(n + 1) ?? 0);
    expect(pauses[0]).toBe(300_000);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(new Set(pauses).size).toBe(pauses.length);
  });

  it('a limited number of times', () => {
    expect(pauseAfter(mostLooks)).toBeNull();
    expect(pauseAfter(mostLooks + 1)).toBeNull();
  });
});
