import { renderCalendarFile, type CalendarEntry } from './calendar-file';

const now = new Date('2027-05-03T09:30:00.000Z');
const sender = { name: 'Lab "of" minds', address: 'no-reply@lab.test' };
const entry = (over: Partial<CalendarEntry> = {}, link: string | null = null): CalendarEntry => ({
  slot: { id: 'one', starts_at: now, ends_at: new Date('2027-05-03T10:30:00Z'), place: '', link },
  uid: 'slot-one',
  summary: 'Colours',
  ...over,
});
const file = (entries: readonly CalendarEntry[], title = 'Colours & words') =>
  renderCalendarFile({ title, entries, language: 'en', now, sender });
const sequence = (now.getTime() - Date.UTC(2020)) / 1_000;
/** Splits a file into lines as a calendar does, and joins folded lines (RFC 5545, 3.1). */
const unfolded = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n');

describe('calendar file with slots', () => {
  it('contains the slot with its times in UTC, and its link as location if it has no place', () => {
    const link = 'https://call.test/a;b,c';
    expect(unfolded(file([entry({}, link)]))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Commonlab//Commonlab//EN',
      'METHOD:PUBLISH',
      'NAME:Colours & words',
      'X-WR-CALNAME:Colours & words',
      'BEGIN:VEVENT',
      'UID:slot-one@commonlab',
      `SEQUENCE:${sequence}`,
      'DTSTAMP:20270503T093000Z',
      'ORGANIZER;CN="Lab of minds":mailto:no-reply@lab.test',
      'DTSTART:20270503T093000Z',
      'DTEND:20270503T103000Z',
      'STATUS:CONFIRMED',
      'SUMMARY:Colours',
      'LOCATION:https://call.test/a\\;b\\,c',
      expect.stringMatching(/^DESCRIPTION:\w/),
      `URL;VALUE=URI:${link}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('cancels an existing entry by its id and a higher sequence number', () => {
    const entries = [entry({ cancelled: true })];
    const later = new Date(now.getTime() + 1_000);
    const gone = renderCalendarFile({ title: 'C', entries, language: 'en', now: later, sender });
    expect(unfolded(gone)).toEqual(
      expect.arrayContaining([
        'METHOD:CANCEL',
        'UID:slot-one@commonlab',
        'STATUS:CANCELLED',
        `SEQUENCE:${sequence + 1}`,
      ]),
    );
    const mixed = file([entry(), entry({ cancelled: true, uid: 'two' })]);
    expect(unfolded(mixed)).toContain('METHOD:PUBLISH');
  });

  it('keeps line breaks in a title from adding lines to the file, and folds lines between characters', () => {
    const nasty = `a\r\nATTENDEE:mailto:x\rBEGIN:VALARM\nX\\;,${'é😀'.repeat(60)}`;
    const ics = file([entry({ summary: nasty, description: nasty })], nasty);
    for (const line of ics.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/^(ATTENDEE|BEGIN:VALARM)|[\r\n]/);
      expect(line).not.toMatch(/\p{Cs}/u);
    }
    const [, read] = /^SUMMARY:(.*)$/m.exec(unfolded(ics).join('\n')) ?? [];
    expect(read).toBe(`a\\nATTENDEE:mailto:x\\nBEGIN:VALARM\\nX\\\\\\;\\,${'é😀'.repeat(60)}`);
  });

  it('with a thousand slots with long links and many people is written within two seconds', () => {
    const link = `https://call.test/${'x'.repeat(1_970)}`;
    const many = Array.from({ length: 1_000 }, () =>
      entry({ description: Array(100).fill('0123456789abcdef').join('\n') }, link),
    );
    const began = process.cpuUsage();
    expect(file(many).length).toBeGreaterThan(4_000_000);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
  });
});
