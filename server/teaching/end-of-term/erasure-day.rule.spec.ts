import { erasureDay, noticeDueBefore } from './erasure-day.rule';

const at = (moment: string) => new Date(moment);

describe('The day of the erasure', () => {
  it('is CLASSROOM_DAYS after the classroom was archived', () => {
    expect(erasureDay(at('2027-01-01T23:59:00Z'), '2027-02-01', 180)).toBe('2027-06-30');
  });

  it('is never before thirty whole days have passed since the mail', () => {
    // The mail may be sent in the last minute of 1 March. The thirty whole days are 2 to 31 March.
    expect(erasureDay(at('2026-01-01T00:00:00Z'), '2027-03-01', 180)).toBe('2027-04-01');
    expect(erasureDay(at('2027-03-01T12:00:00Z'), '2027-03-01', 30)).toBe('2027-04-01');
  });

  it('is exactly CLASSROOM_DAYS after the archiving when the mail is sent at the first possible time', () => {
    for (const [archived, setting] of [
      ['2027-01-01T23:59:59Z', 180],
      ['2027-01-01T00:00:00Z', 31],
      ['2028-02-29T10:00:00Z', 400],
    ] as const) {
      const day = erasureDay(at(archived), '1970-01-01', setting);
      const isTold = (now: string) => at(archived) < noticeDueBefore(at(now), setting);
      const told = new Date(Date.parse(`${day}T00:00:00Z`) - 31 * 86_400_000);
      const before = new Date(told.getTime() - 1);
      expect([isTold(told.toISOString()), isTold(before.toISOString())]).toEqual([true, false]);
      expect(erasureDay(at(archived), told.toISOString().slice(0, 10), setting)).toBe(day);
    }
  });

  it('is the day after thirty whole days since the mail when CLASSROOM_DAYS has its smallest value', () => {
    const archived = at('2027-05-05T10:00:00Z');
    expect(archived < noticeDueBefore(archived, 30)).toBe(true);
    expect(erasureDay(archived, '2027-05-05', 30)).toBe('2027-06-05');
  });
});
