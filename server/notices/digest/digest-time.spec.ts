import { localDayOf, nextDigestAt, type DigestTimeSettings } from './digest-time';

const times = (zone: string | null, quiet?: [string, string]): DigestTimeSettings => ({
  zone,
  quiet_from: quiet?.[0] ?? null,
  quiet_until: quiet?.[1] ?? null,
});
const next = (now: string, chosen: DigestTimeSettings, last?: { day: string; at: string }) =>
  nextDigestAt(
    new Date(now),
    chosen,
    last && { day: last.day, at: new Date(last.at) },
  ).toISOString();

describe('time of the next digest', () => {
  it('is now during the day, and eight o’clock in the person’s time zone at night', () => {
    expect(next('2027-06-01T12:00:00Z', times('Europe/Berlin'))).toBe('2027-06-01T12:00:00.000Z');
    expect(next('2027-06-01T01:00:00Z', times('Europe/Berlin'))).toBe('2027-06-01T06:00:00.000Z');
    expect(next('2027-06-01T01:00:00Z', times(null))).toBe('2027-06-01T08:00:00.000Z');
    // Kolkata has no daylight saving time, and is five and a half hours ahead of UTC.
    expect(next('2027-06-01T01:00:00Z', times('Asia/Kolkata'))).toBe('2027-06-01T02:30:00.000Z');
  });

  it('is the end of the quiet hours, also when they pass midnight or leave only the night', () => {
    const evening = times('Europe/Berlin', ['20:00', '09:30']);
    expect(next('2027-06-01T19:00:00Z', evening)).toBe('2027-06-02T07:30:00.000Z');
    expect(next('2027-06-01T07:29:00Z', evening)).toBe('2027-06-01T07:30:00.000Z');
    expect(next('2027-06-01T07:30:00Z', evening)).toBe('2027-06-01T07:30:00.000Z');
    const allDay = times('UTC', ['07:00', '01:00']);
    expect(next('2027-06-01T12:00:00Z', allDay)).toBe('2027-06-02T01:00:00.000Z');
    expect(next('2027-06-02T01:00:00Z', allDay)).toBe('2027-06-02T01:00:00.000Z');
  });

  it('is on a later day than the last digest, also across a clock change', () => {
    // On 28 March 2027 the clocks in Berlin go forward from two to three.
    const chosen = times('Europe/Berlin');
    expect(
      next('2027-03-27T07:00:00Z', chosen, { day: '2027-03-27', at: '2027-03-27T07:00:00Z' }),
    ).toBe('2027-03-28T06:00:00.000Z');
    // On 31 October 2027 the clocks in Berlin go back from three to two.
    expect(
      next('2027-10-30T06:00:00Z', chosen, { day: '2027-10-30', at: '2027-10-30T06:00:00Z' }),
    ).toBe('2027-10-31T07:00:00.000Z');
  });

  it('is the next existing time when the quiet hours end at a time that the clock change skips', () => {
    expect(next('2027-03-28T00:30:00Z', times('Europe/Berlin', ['08:00', '02:30']))).toBe(
      '2027-03-28T01:30:00.000Z',
    );
  });

  it('is at least twenty hours after the last digest, also when the person changes the time zone', () => {
    const last = {
      day: localDayOf(new Date('2027-06-02T08:00:00Z'), { zone: 'Pacific/Honolulu' }),
      at: '2027-06-02T08:00:00Z',
    };
    expect(last.day).toBe('2027-06-01');
    // At this time it is the evening of 2 June in Kiritimati.
    expect(next('2027-06-02T08:10:00Z', times('Pacific/Kiritimati'), last)).toBe(
      '2027-06-03T04:00:00.000Z',
    );
    // After the person has moved back to Honolulu, the next digest waits until the day of the last
    // digest has passed in Honolulu too.
    expect(
      next('2027-06-03T05:00:00Z', times('Pacific/Honolulu'), {
        day: '2027-06-03',
        at: '2027-06-02T18:00:00Z',
      }),
    ).toBe('2027-06-04T18:00:00.000Z');
  });

  it('is never in the past, never in quiet hours, and stable when computed again', () => {
    const zones = ['Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kolkata', 'UTC'];
    for (const zone of zones)
      for (let hour = 0; hour < 24 * 400; hour += 7) {
        const now = new Date(Date.UTC(2027, 0, 1, hour));
        const quiet = `${String(hour % 24).padStart(2, '0')}:15`;
        const chosen = times(zone, [quiet, '13:45']);
        const at = nextDigestAt(now, chosen);
        expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime());
        expect(at.getTime() - now.getTime()).toBeLessThan(49 * 3_600_000);
        expect(nextDigestAt(at, chosen)).toEqual(at);
      }
  });
});
