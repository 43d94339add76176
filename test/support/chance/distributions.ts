import { randomInt } from 'node:crypto';

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Calculates the Mann-Whitney rank sum of two samples and converts it to a standard normal value.
 * Equal values share the mean of their ranks. If both samples have the same distribution, the
 * result is beyond ±4 only once in sixteen thousand times.
 */
export function rankSum(a: readonly number[], b: readonly number[]): number {
  const all = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ].sort((x, y) => x.value - y.value);
  let ranks = 0;
  for (let i = 0; i < all.length;) {
    let end = i;
    while (end < all.length && all[end]?.value === all[i]?.value) end++;
    const rank = (i + 1 + end) / 2;
    for (let j = i; j < end; j++) if (all[j]?.isA) ranks += rank;
    i = end;
  }
  const u = ranks - (a.length * (a.length + 1)) / 2;
  return (
    (u - (a.length * b.length) / 2) /
    Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  );
}

export interface TimingComparison {
  medians: [number, number];
  z: number;
  tells: boolean;
}

/**
 * Measures two kinds of work, `times` times each. The order is random, so that other load on the
 * machine affects both kinds of work alike. `tells` is true if an attacker could distinguish the
 * two kinds of work by their times: the rank sums differ clearly, and the medians differ by more
 * than a twentieth. If only one kind of work contains an additional step, the medians differ by far
 * more than that.
 */
export async function compareTimings(
  times: number,
  one: (i: number) => PromiseLike<unknown>,
  other: (i: number) => PromiseLike<unknown>,
): Promise<TimingComparison> {
  const taken: [number[], number[]] = [[], []];
  const measure = async (which: 0 | 1, i: number, counts: boolean) => {
    const from = performance.now();
    await (which === 0 ? one : other)(i);
    if (counts) taken[which].push(performance.now() - from);
  };
  for (let i = -3; i < times; i++) {
    const first = randomInt(2) === 0 ? 0 : 1;
    await measure(first, i, i >= 0);
    await measure(first === 0 ? 1 : 0, i, i >= 0);
  }
  const medians: [number, number] = [median(taken[0]), median(taken[1])];
  const z = rankSum(...taken);
  return {
    medians,
    z,
    tells: Math.abs(z) > 4 && Math.abs(medians[0] - medians[1]) > 0.05 * Math.max(...medians),
  };
}

/**
 * Compares two kinds of work that must be indistinguishable by time. If the first comparison finds
 * a difference, compares a second time: a real difference is found again with the same sign.
 */
export async function compareTimingsTwice(
  ...work: Parameters<typeof compareTimings>
): Promise<TimingComparison> {
  const first = await compareTimings(...work);
  if (!first.tells) return first;
  const second = await compareTimings(...work);
  return { ...second, tells: second.tells && Math.sign(first.z) === Math.sign(second.z) };
}
