import { hasSameCounts, displayedCounts } from './displayed-counts.rule';

const counts = { open: 5, stalled: 2, errors: 1 };

describe('The live counts of a session’s runs', () => {
  it('show all numbers when the roster names each participant who has started', () => {
    expect(displayedCounts('s', 'roster_on_start', counts)).toEqual({
      session_id: 's',
      running: 3,
      stalled: 2,
      errors: 1,
    });
  });

  it.each(['anonymous', 'roster_on_completion'] as const)(
    'show nothing about who has stopped at the privacy level %s',
    (level) => {
      const told = displayedCounts('s', level, counts);
      expect(told).toEqual({ session_id: 's', running: 5, stalled: null, errors: 1 });
      expect(hasSameCounts(told, displayedCounts('s', level, { ...counts, stalled: 4 }))).toBe(
        true,
      );
    },
  );

  it('are sent when a number changes, and only then', () => {
    const told = displayedCounts('s', 'roster_on_start', counts);
    expect(hasSameCounts(told, { ...told })).toBe(true);
    expect(
      hasSameCounts(told, displayedCounts('s', 'roster_on_start', { ...counts, errors: 2 })),
    ).toBe(false);
    expect(
      hasSameCounts(told, displayedCounts('s', 'roster_on_start', { ...counts, stalled: 3 })),
    ).toBe(false);
    expect(
      hasSameCounts(told, displayedCounts('s', 'roster_on_start', { ...counts, open: 6 })),
    ).toBe(false);
  });
});
