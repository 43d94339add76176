import {
  dayMs,
  forecastFullAt,
  hourlyPayByMedian,
  fillRateOf,
  curveIntervalMs,
  roundedMinutes,
} from './progress.rule';

const minute = 60_000;

describe('the steps of a curve', () => {
  it.each([
    [30 * minute, false, minute],
    [12 * 60 * minute, false, 5 * minute],
    [3 * dayMs, false, 30 * minute],
    [60 * dayMs, false, 720 * minute],
    [5 * 365 * dayMs, false, 10 * dayMs],
    [30 * minute, true, dayMs],
    [600 * dayMs, true, 3 * dayMs],
  ])(
    'over %d ms (whole days: %s) are %d ms, so that at most 200 points are drawn',
    (lasts, days, step) => {
      expect(curveIntervalMs(lasts, days)).toBe(step);
      expect(lasts / step).toBeLessThanOrEqual(200);
    },
  );
});

describe('the rate at which seats fill', () => {
  it('uses the shortest window in which five seats filled', () => {
    const windows = [1, 6, 24, 72].map((hours, i) => ({ hours, seats: [4, 12, 12, 90][i] ?? 0 }));
    expect(fillRateOf(windows)).toEqual({ per_hour: 2, over_hours: 6 });
  });
  it('uses the whole time when three seats filled, and is null when fewer did', () => {
    expect(
      fillRateOf([
        { hours: 1, seats: 1 },
        { hours: 6, seats: 3 },
      ]),
    ).toEqual({
      per_hour: 0.5,
      over_hours: 6,
    });
    expect(
      fillRateOf([
        { hours: 1, seats: 2 },
        { hours: 6, seats: 2 },
      ]),
    ).toBeNull();
    expect(fillRateOf([])).toBeNull();
  });
  it('is null in the first half hour after the launch', () => {
    expect(fillRateOf([{ hours: 0.49, seats: 40 }])).toBeNull();
    expect(fillRateOf([{ hours: 0.5, seats: 40 }])).toEqual({ per_hour: 80, over_hours: 0.5 });
  });
});

it('rounds a duration below two minutes to seconds, a longer one to a tenth of a minute', () => {
  expect([1.4, 41, 89.6].map((seconds) => roundedMinutes(seconds / 60) * 60)).toEqual([1, 41, 90]);
  expect([2.04, 12.345].map(roundedMinutes)).toEqual([2, 12.3]);
});

describe('the forecast', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  it('is the moment when the free seats are taken at the present rate', () =>
    expect(forecastFullAt(6, 2, now)).toEqual(new Date('2026-11-23T13:00:00Z')));
  it('is null when the session is full, and when it lies beyond a year', () => {
    expect(forecastFullAt(0, 2, now)).toBeNull();
    expect(forecastFullAt(10_000, 0.1, now)).toBeNull();
  });
});

it('computes the hourly reward from the median duration', () => {
  const reward = { amount: 300, currency: 'EUR' };
  expect(hourlyPayByMedian(reward, 12)).toEqual({ amount: 1500, currency: 'EUR' });
  expect(hourlyPayByMedian(null, 12)).toBeNull();
  expect(hourlyPayByMedian(reward, null)).toBeNull();
});
