import { isSame, displayedCounts } from './displayed-counts.rule';

const counts = { open: 5, stalled: 2, errors: 1 };

describe('Those who watch are told of the runs of a session', () => {
  it('all of this moment, where the roster names whoever has started', () => {
    expect(displayedCounts('s', 'roster_on_start', counts)).toEqual({
      session_id: 's',
      running: 3,
      stalled: 2,
      errors: 1,
    });
  });

  it.each(['anonymous', 'roster_on_completion'] as const)(
    'nothing of who has stopped, where the level is %s',
    (level) => {
      const told = displayedCounts('s', level, counts);
      expect(told).toEqual({ session_id: 's', running: 5, stalled: null, errors: 1 });
      expect(isSame(told, displayedCounts('s', level, { ...counts, stalled: 4 }))).toBe(true);
    },
  );

  it('each change of a number, and no other', () => {
    const told = displayedCounts('s', 'roster_on_start', counts);
    expect(isSame(told, { ...told })).toBe(true);
    expect(isSame(told, displayedCounts('s', 'roster_on_start', { ...counts, errors: 2 }))).toBe(
      false,
    );
    expect(isSame(told, displayedCounts('s', 'roster_on_start', { ...counts, stalled: 3 }))).toBe(
      false,
    );
    expect(isSame(told, displayedCounts('s', 'roster_on_start', { ...counts, open: 6 }))).toBe(
      false,
    );
  });
});
