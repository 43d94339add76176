import i18next from 'i18next';
import { languages } from '../../../../contracts/base/languages';
import {
  formatTimeWithZone,
  formatWeekdayTime,
  formatDateTime,
  formatMoment,
  localeOfDateTimes,
} from './format';

const noon = '2026-11-28T13:05:00';
const browsers = [
  ...['en-GB', 'en-US', 'en-AU', 'en-IE', 'de-AT', 'de-CH', 'de', 'fr-CA', 'pt-PT', 'pt-BR'],
  ...['es-MX', 'zh-CN', 'zh-HK', 'zh-TW', 'ja-JP', 'ko-KR', 'eu', 'tr-TR', 'it-CH', 'ru-RU'],
];
const shown = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(noon),
  );

const before = i18next.resolvedLanguage;
afterEach(() => {
  jest.restoreAllMocks();
  i18next.resolvedLanguage = before;
});

test('a British browser on the English page shows British dates and 24 hours', () => {
  expect(shown(localeOfDateTimes('en', ['en-GB', 'en']))).toBe('28 Nov 2026, 13:05');
  expect(shown(localeOfDateTimes('en', ['en-US', 'en']))).toMatch(/^Nov 28, 2026, 1:05\sPM$/);
});

test('a German browser on the English page shows 24 hours and the day before the month', () => {
  expect(shown(localeOfDateTimes('en', ['de-DE', 'de']))).toBe('28 Nov 2026, 13:05');
  expect(localeOfDateTimes('en', ['de'])).toBe('en-DE');
});

test('for every interface language and browser, dates use the language and script of the interface', () => {
  for (const language of languages)
    for (const browser of browsers) {
      const found = localeOfDateTimes(language, [browser]);
      const [own, its, shows] = [language, browser, found].map((tag) =>
        new Intl.Locale(tag).maximize(),
      );
      expect([language, browser, shows?.language, shows?.script]).toEqual([
        ...[language, browser],
        ...[own?.language, own?.script],
      ]);
      const isSame = own?.language === its?.language && own?.script === its?.script;
      if (isSame) expect(found).toBe(browser);
      expect(() => shown(found)).not.toThrow();
    }
});

test('the first browser language that matches the interface is used, and invalid tags are ignored', () => {
  expect(localeOfDateTimes('en', ['de-DE', 'en-IE', 'en-US'])).toBe('en-IE');
  expect(localeOfDateTimes('zh', ['zh-TW'])).toBe('zh');
  expect(localeOfDateTimes('en', ['*', ''])).toBe('en');
  expect(localeOfDateTimes('de', [])).toBe('de');
});

test('all dates of the pages follow the browser’s region', () => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
  expect(formatMoment(noon)).toBe('28 Nov 2026, 13:05');
  expect(formatDateTime(noon)).toMatch(/^Saturday.? 28 November 2026 at 13:05 \S+$/);
  expect(formatWeekdayTime('2031-11-28T13:05:00')).toMatch(/^Fri,? 28 Nov 2031,? (at )?13:05$/);
  expect(formatWeekdayTime(`${new Date().getFullYear()}-03-02T13:05:00`)).toMatch(
    /^\w{3},? 2 Mar,? (at )?13:05$/,
  );
});

test('an agreed moment has day, hour and time zone in every language and region', () => {
  for (const own of languages)
    for (const browser of browsers) {
      i18next.resolvedLanguage = own;
      jest.spyOn(navigator, 'languages', 'get').mockReturnValue([browser]);
      const locale = localeOfDateTimes(own, [browser]);
      const parts = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(locale, options).formatToParts(new Date(noon));
      const zone = parts({ timeZoneName: 'short' }).find(({ type }) => type === 'timeZoneName');
      const day = parts({ day: 'numeric' }).find(({ type }) => type === 'day');
      const minute = parts({ hour: 'numeric', minute: '2-digit' }).find(
        ({ type }) => type === 'minute',
      );
      for (const said of [formatTimeWithZone(noon), formatDateTime(noon)])
        for (const part of [zone, day, minute]) {
          expect(part?.value).toBeTruthy();
          expect([own, browser, said]).toEqual([
            own,
            browser,
            expect.stringContaining(part?.value ?? ''),
          ]);
        }
    }
});
