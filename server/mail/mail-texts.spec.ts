import { formatDay, localeFor, formatMoment } from './mail-texts';

const at = new Date('2026-11-28T23:30:00Z');

describe('point in time in an email', () => {
  it.each([
    ['en', 'Europe/Berlin', 'DE', '29 November 2026 at 00:30 (Europe/Berlin)'],
    ['en', 'America/New_York', 'US', 'November 28, 2026 at 6:30\u202fPM (America/New_York)'],
    ['en', 'Australia/Sydney', 'AU', '29 November 2026 at 10:30\u202fam (Australia/Sydney)'],
    ['de', 'Europe/Zurich', 'CH', '29. November 2026 um 00:30 (Europe/Zurich)'],
    ['en', null, null, '28 November 2026 at 23:30 UTC'],
    ['de', null, null, '28. November 2026 um 23:30 UTC'],
  ] as const)('in %s for a reader in %s, %s, is %s', (language, zone, region, words) => {
    // Versions of ICU write different spaces before AM and PM.
    expect(formatMoment({ language, zone, region }, at).replace(/\u202f/g, ' ')).toBe(
      words.replace(/\u202f/g, ' '),
    );
  });

  it('uses the day in the reader’s time zone', () => {
    expect(formatDay({ language: 'en', zone: 'Asia/Tokyo', region: 'GB' }, at)).toBe(
      '29 November 2026',
    );
    expect(formatDay({ language: 'en' }, at)).toBe('28 November 2026');
  });

  it('keeps the language and script of the email, whatever the region', () => {
    expect(localeFor({ language: 'zh', region: 'TW' })).toBe('zh');
    expect(localeFor({ language: 'en', region: 'TW' })).toBe('en-TW');
    expect(localeFor({ language: 'en', region: 'no region' })).toBe('en-GB');
    expect(localeFor({ language: 'en', region: null })).toBe('en-GB');
  });
});
