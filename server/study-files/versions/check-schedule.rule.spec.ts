import {
  checkProgressOf,
  maxAutomaticChecks,
  nextCheckTime,
  type VersionCheckState,
} from './check-schedule.rule';

const now = new Date('2026-11-28T10:00:00Z');
const pauseAfter = (looks: number) => {
  const at = nextCheckTime(looks, now);
  return at && at.getTime() - now.getTime();
};

describe('A version with a file whose check was stopped is checked again', () => {
  it('within minutes at first, and after longer pauses each time', () => {
    const pauses = Array.from({ length: maxAutomaticChecks - 1 }, (_, n) => pauseAfter(n + 1) ?? 0);
    expect(pauses[0]).toBe(300_000);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(new Set(pauses).size).toBe(pauses.length);
  });

  it('at most a limited number of times', () => {
    expect(pauseAfter(maxAutomaticChecks)).toBeNull();
    expect(pauseAfter(maxAutomaticChecks + 1)).toBeNull();
  });
});

describe('The check of a version', () => {
  const row = (over: Partial<VersionCheckState>): VersionCheckState => ({
    ...{ reported: false, stopped: false, looks: 0, looking: false, look_again_at: null },
    ...over,
  });
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  it('is under way for a new version, and for a check until its time limit', () => {
    expect(checkProgressOf(row({}), now)).toBe('under_way');
    for (const reported of [false, true]) {
      const look = { reported, looks: 1, looking: true };
      expect(checkProgressOf(row({ ...look, look_again_at: at(60) }), now)).toBe('under_way');
      // A researcher requested this check, and a worker will begin it within a minute.
      expect(checkProgressOf(row({ ...look, looks: 0, look_again_at: at(-1) }), now)).toBe(
        'under_way',
      );
    }
  });

  it('is not under way after the worker died during a check', () => {
    for (let looks = 0; looks <= maxAutomaticChecks; looks++)
      for (const reported of [false, true])
        for (const look_again_at of [at(-6), null]) {
          const left = row({ reported, stopped: reported, looks, looking: true, look_again_at });
          expect([left, checkProgressOf(left, now)]).toEqual([left, 'stopped']);
        }
  });

  it('is reported as stopped when it failed, and as complete when each file was checked', () => {
    expect(checkProgressOf(row({ looks: 1, look_again_at: at(5) }), now)).toBe('stopped');
    expect(checkProgressOf(row({ reported: true, stopped: true, looks: 1 }), now)).toBe('stopped');
    expect(checkProgressOf(row({ reported: true }), now)).toBe('whole');
  });
});
