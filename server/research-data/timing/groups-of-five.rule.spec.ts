import { choosePeopleToCount, type StartedParticipant } from './groups-of-five.rule';

const today = '2026-03-20';
let people = 0;
const started = (day: string, more: Partial<StartedParticipant> = {}): StartedParticipant => ({
  participant: String((people += 1)).padStart(4, '0'),
  day,
  isHeld: false,
  completed: day,
  ...more,
});
const days = (count: number, day: string, more: Partial<StartedParticipant> = {}) =>
  Array.from({ length: count }, () => started(day, more));
const names = (all: readonly StartedParticipant[]) => all.map(({ participant }) => participant);

describe('choosePeopleToCount', () => {
  it('counts people in groups of five, and those left over once they are five', () => {
    const all = days(4, '2026-03-01');
    expect(choosePeopleToCount(all, today)).toEqual([]);
    all.push(started('2026-03-02'));
    expect(names(choosePeopleToCount(all, today))).toEqual(names(all));
    all.push(...days(4, '2026-03-03'));
    expect(choosePeopleToCount(all, today)).toHaveLength(5);
  });

  it('counts people once the day after their start is over', () => {
    const all = days(5, '2026-03-17');
    expect(choosePeopleToCount(all, '2026-03-18')).toEqual([]);
    expect(choosePeopleToCount(all, '2026-03-19')).toHaveLength(5);
    expect(choosePeopleToCount(days(5, '2026-02-28'), '2026-03-01')).toEqual([]);
  });

  it('excludes people who complete later than the day after their start', () => {
    const late = started('2026-03-01', { completed: '2026-03-02' });
    const later = started('2026-03-01', { completed: '2026-03-03' });
    const never = started('2026-03-01', { completed: null });
    expect(choosePeopleToCount([...days(4, '2026-03-01'), late], today)).toHaveLength(5);
    for (const one of [later, never])
      expect(choosePeopleToCount([...days(4, '2026-03-01'), one], today)).toEqual([]);
  });

  it('returns the same people in any reading order', () => {
    const all = [...days(7, '2026-03-01'), ...days(6, '2026-03-02')];
    const counted = names(choosePeopleToCount(all, today));
    expect(counted).toHaveLength(10);
    expect(names(choosePeopleToCount(all.toReversed(), today))).toEqual(counted);
  });

  it('removes the whole group when one of its people withdraws, and no other group', () => {
    const all = [...days(5, '2026-03-01'), ...days(5, '2026-03-02'), ...days(5, '2026-03-03')];
    const before = names(choosePeopleToCount(all, today));
    const gone = all.map((one, n) => (n === 7 ? { ...one, isHeld: true } : one));
    const after = names(choosePeopleToCount(gone, today));
    expect(before.filter((name) => !after.includes(name))).toEqual(names(all.slice(5, 10)));
    expect(after.every((name) => before.includes(name))).toBe(true);
  });

  it('keeps the groups whatever participants do later: two readings differ by whole groups only', () => {
    for (let n = 0; n < 23; n++)
      for (const completed of [null, '2026-03-05', '2026-03-09']) {
        const one = started('2026-03-05', { completed });
        const others = [...days(n, '2026-03-04'), ...days(23 - n, '2026-03-06')];
        const fives = (all: readonly StartedParticipant[]) => {
          const counted = names(choosePeopleToCount(all, today));
          return new Set(
            Array.from({ length: counted.length / 5 }, (_, i) =>
              counted.slice(5 * i, 5 * i + 5).join(),
            ),
          );
        };
        const before = fives([...others, one]);
        // Now this participant withdraws the data. A participant who had not completed the study
        // before also completes it now, but too late to be counted.
        const after = fives([
          ...others,
          { ...one, isHeld: true, completed: completed ?? '2026-03-18' },
        ]);
        expect([...after].filter((five) => !before.has(five))).toEqual([]);
        const gone = [...before].filter((five) => !after.has(five));
        expect(gone.length).toBeLessThanOrEqual(1);
        expect(gone.every((five) => five.includes(one.participant))).toBe(true);
        if (completed === null) expect(gone).toEqual([]);
      }
  });
});
