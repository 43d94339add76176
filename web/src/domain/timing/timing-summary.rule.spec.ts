import type { SessionTiming } from '../../../../contracts/research-data/study-timing';
import { percentageOf, sumTimings } from './timing-summary.rule';

const nothing: SessionTiming['measures'] = {
  refresh_hz: [],
  missed: [],
  clock: [],
  long_tasks: [],
  isolated: [],
  focus_lost: [],
  pace: [],
};
const session = (more: Partial<SessionTiming>): SessionTiming => ({
  session_id: '0193a1b2-0000-7000-8000-000000000001',
  runs: 0,
  measured: 0,
  not_counted: 0,
  measures: nothing,
  ...more,
});

describe('the timing of several sessions', () => {
  it('is added up band by band, and the bands are sorted', () => {
    const rates = (...bands: [string, number][]) => ({
      ...nothing,
      refresh_hz: bands.map(([band, runs]) => ({ band, runs })),
    });
    const both = sumTimings([
      session({ runs: 8, measured: 7, measures: rates(['60', 5], ['not_told', 2]) }),
      session({
        runs: 9,
        measured: 9,
        not_counted: 3,
        measures: rates(['60', 1], ['144', 5], ['other', 3]),
      }),
    ]);
    expect(both).toMatchObject({ runs: 17, measured: 16, not_counted: 3 });
    expect(both.measures.refresh_hz).toEqual([
      { band: '60', runs: 6 },
      { band: '144', runs: 5 },
      { band: 'other', runs: 3 },
      { band: 'not_told', runs: 2 },
    ]);
  });
});

it.each([
  [1, 3, 33],
  [1, 1_000, 1],
  [999, 1_000, 99],
  [5, 5, 100],
  [0, 5, 0],
])('a share of %d runs of %d is shown as %d per cent', (part, all, percent) => {
  expect(percentageOf(part, all)).toBe(percent);
});
