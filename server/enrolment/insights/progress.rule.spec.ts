import {
  dayMs,
  forecastFullAt,
  hourlyPayByMedian,
  fillRateOf,
  curveIntervalMs,
  roundedMinutes,
} from './progress.rule';

const minute = 60_000;

describe('The intervals between the points of a curve', () => {
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

describe('The rate at which seats are taken', () => {
  it('is computed over the shortest window in which five seats were taken', () => {
    const windows = [1, 6, 24, 72].map((hours, i) => ({ hours, seats: [4, 12, 12, 90][i] ?? 0 }));
    expect(fillRateOf(windows)).toEqual({ per_hour: 2, over_hours: 6 });
  });
  it('is computed over the whole time when only three seats were taken, and is null when fewer were', () => {
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

it('a duration below two minutes is rounded to seconds, a longer one to a tenth of a minute', () => {
  expect([1.4, 41, 89.6].map((seconds) => roundedMinutes(seconds / 60) * 60)).toEqual([1, 41, 90]);
  expect([2.04, 12.345].map(roundedMinutes)).toEqual([2, 12.3]);
});

describe('The forecast of when a session is full', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  it('is the moment when the free seats are taken at the present rate', () =>
    expect(forecastFullAt(6, 2, now)).toEqual(new Date('2026-11-23T13:00:00Z')));
  it('is null when the session is full already, or would fill only after more than a year', () => {
    expect(forecastFullAt(0, 2, now)).toBeNull();
    expect(forecastFullAt(10_000, 0.1, now)).toBeNull();
  });
});

it('the hourly pay is computed from the reward and the median duration, and is null when either is unknown', () => {
  const reward = { amount: 300, currency: 'EUR' };
  expect(hourlyPayByMedian(reward, 12)).toEqual({ amount: 1500, currency: 'EUR' });
  expect(hourlyPayByMedian(null, 12)).toBeNull();
  expect(hourlyPayByMedian(reward, null)).toBeNull();
});
