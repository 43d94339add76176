import { day, localeFor, moment } from './mail-texts';

const at = new Date('2026-11-28T23:30:00Z');

describe('A moment in a mail', () => {
  it.each([
    ['en', 'Europe/Berlin', 'DE', '29 November 2026 at 00:30 (Europe/Berlin)'],
    ['en', 'America/New_York', 'US', 'November 28, 2026 at 6:30\u202fPM (America/New_York)'],
    ['en', 'Australia/Sydney', 'AU', '29 November 2026 at 10:30\u202fam (Australia/Sydney)'],
    ['de', 'Europe/Zurich', 'CH', '29. November 2026 um 00:30 (Europe/Zurich)'],
    ['en', null, null, '28 November 2026 at 23:30 UTC'],
    ['de', null, null, '28. November 2026 um 23:30 UTC'],
  ] as const)('in %s for a reader in %s, %s, is %s', (language, zone, region, words) => {
    expect(moment({ language, zone, region }, at)).toBe(words);
  });

  it('is of the day that the reader has', () => {
    expect(day({ language: 'en', zone: 'Asia/Tokyo', region: 'GB' }, at)).toBe('29 November 2026');
    expect(day({ language: 'en' }, at)).toBe('28 November 2026');
  });

  it('keeps language and script of the mail, whatever the region', () => {
    expect(localeFor({ language: 'zh', region: 'TW' })).toBe('zh');
    expect(localeFor({ language: 'en', region: 'TW' })).toBe('en-TW');
    expect(localeFor({ language: 'en', region: 'no region' })).toBe('en-GB');
    expect(localeFor({ language: 'en', region: null })).toBe('en-GB');
  });
});
