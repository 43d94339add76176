import { isPlausibleDuration } from '../../contracts/enrolment/plausible-minutes';
import {
  msSinceSimulatedLaunch,
  simulatedMomentsOf,
  simulatedStudySecondsOf,
} from './simulated-moments.rule';

const now = new Date('2026-11-28T12:00:00Z');
const all = 14;
const people = Array.from({ length: all }, (_, n) => simulatedMomentsOf(n, all, now));

it('simulated participants come one after the other, after the launch, and end before now', () => {
  const launched = now.getTime() - msSinceSimulatedLaunch;
  for (const { enrolled, started, completed } of people) {
    const steps = [launched, ...[enrolled, started, completed].map(Number), now.getTime()];
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(new Set(steps).size).toBe(steps.length);
  }
  const order = people.map(({ enrolled }) => Number(enrolled));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

it('simulated participants take minutes: the median is about what the study states, and one is much faster', () => {
  const took = people.map((one) => (Number(one.completed) - Number(one.started)) / 60_000);
  const sorted = [...took].sort((a, b) => a - b);
  const median = ((sorted[6] ?? 0) + (sorted[7] ?? 0)) / 2;
  expect(isPlausibleDuration(median, 2)).toBe(true);
  expect(median).toBeGreaterThan(2);
  expect(median).toBeLessThan(4);
  expect(took.filter((minutes) => minutes < median / 2)).toHaveLength(1);
  expect(
    took.map((_, n) => simulatedStudySecondsOf(n)).every((s, n) => s / 60 < (took[n] ?? 0)),
  ).toBe(true);
});
