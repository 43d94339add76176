// Writes two files into server/runtime/withholding/patterns: calendar-words.generated.ts, the words
// of dates and clock times in all languages that Intl of this Node.js knows (CLDR), and
// locales.json, the locales of these words. With --check it only compares the files, and fails if
// they differ.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatSource } from './lib/format-source.mjs';
import { ROOT } from './lib/paths.mjs';

const folder = join(ROOT, 'server/runtime/withholding/patterns');
const letters = 'abcdefghijklmnopqrstuvwxyz';
const scripts =
  'Latn Cyrl Arab Hans Hant Deva Guru Tfng Adlm Vaii Olck Beng Mtei Rohg Telu Ethi'.split(' ');
/** The languages whose names of months are recognised in free text even without a year. */
const spoken = new Set(
  'en de fr es it pt nl sv da nb nn no fi pl cs sk sl hr sr hu ro tr id ms et lv lt ca is af sq'.split(
    ' ',
  ),
);

/** @param {string} tag */
const localeOf = (tag) => {
  try {
    return new Intl.DateTimeFormat(tag).resolvedOptions().locale;
  } catch {
    return undefined;
  }
};
function regionsOf() {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const regions = ['001', '150', '419'];
  for (const a of letters)
    for (const b of letters) {
      const region = `${a}${b}`.toUpperCase();
      if (names.of(region)) regions.push(region);
    }
  return regions;
}
/** All locales that Intl knows, with their scripts and regions. */
function localesOfIntl() {
  const codes = [...letters].flatMap((a) =>
    [...letters].flatMap((b) => [a + b, ...[...letters].map((c) => a + b + c)]),
  );
  const regions = regionsOf();
  const all = setOfTexts();
  for (const language of Intl.DateTimeFormat.supportedLocalesOf(codes)) {
    const own = localeOf(language);
    if (own === undefined) continue;
    for (const script of ['', ...scripts]) {
      const tag = script ? `${language}-${script}` : language;
      const found = localeOf(tag);
      if (found === undefined || (script && found === own)) continue;
      all.add(found);
      for (const region of regions) {
        const regional = localeOf(`${tag}-${region}`);
        if (regional === `${tag}-${region}`) all.add(regional);
      }
    }
  }
  return [...all].sort();
}

/** @param {string} text */
const plain = (text) => text.normalize('NFKC').toLowerCase();
/** Matches a word. All letters of a word are of one script: UTC下午 is two words. */
const word =
  /\p{Script=Han}|(?:\p{Script=Latin}|\p{M})+|(?:(?![\p{Script=Latin}\p{Script=Han}])[\p{L}\p{M}׳״])+/gu;
/** The words of a text, in lower case. @param {string} text @returns {string[]} */
const wordsIn = (text) => plain(text).match(word) ?? [];

/** @returns {Set<string>} */
const setOfTexts = () => new Set();

class Found {
  months = Array.from({ length: 12 }, setOfTexts);
  spokenMonths = Array.from({ length: 12 }, setOfTexts);
  monthsOfOtherCalendars = setOfTexts();
  weekdays = setOfTexts();
  dayPeriods = setOfTexts();
  others = setOfTexts();

  /** @param {string} locale */
  learn(locale) {
    const into = spoken.has(locale.split('-')[0] ?? '') ? this.spokenMonths : this.months;
    for (const width of /** @type {const} */ (['long', 'short']))
      for (const rest of datesOf(width))
        this.learnMonths(formatOf(locale, 'gregory', { month: width, ...rest }), into);
    for (const options of clocks) this.learnClock(formatOf(locale, 'gregory', options));
    if (/-(?:[A-Z]{2}|\d{3})$/.test(locale) && !/^(?:ar|ckb|fa|ps)-/.test(locale)) return;
    for (const calendar of ownMonths)
      for (const options of otherDates) this.learnOtherMonths(formatOf(locale, calendar, options));
    for (const calendar of Intl.supportedValuesOf('calendar'))
      for (const era of eras)
        this.learnOthers(
          formatOf(locale, calendar, { era, year: 'numeric', month: 'long', day: 'numeric' }),
        );
  }

  /** Adds each month's words to its set in `into`. @param {Intl.DateTimeFormat} format @param {Set<string>[]} into */
  learnMonths(format, into) {
    /** @type {[number, string[]][]} */
    const names = [];
    for (let month = 0; month < 12; month++)
      for (const { type, value } of format.formatToParts(Date.UTC(2026, month, 5 + (month % 7)))) {
        if (type === 'month') names.push([month, wordsIn(value)]);
        else this.learnPart(type, value);
      }
    // How many months have this word in their name. A word that occurs in half of the months identifies none of them.
    /** @param {string} word */
    const said = (word) => names.filter(([, words]) => words.includes(word)).length;
    for (const [month, words] of names)
      for (const word of words) ((said(word) < 6 && into[month]) || this.others).add(word);
  }
  /** @param {Intl.DateTimeFormat} format */
  learnClock(format) {
    for (let hour = 0; hour < 24; hour++)
      for (const { type, value } of format.formatToParts(Date.UTC(2026, 1, 5, hour, 5)))
        if (type === 'dayPeriod') this.dayPeriods.add(plain(value));
        else if (type !== 'month') this.learnPart(type, value);
  }
  /** @param {Intl.DateTimeFormat} format */
  learnOtherMonths(format) {
    for (let days = 0; days < 1200; days += 9)
      for (const { type, value } of format.formatToParts(Date.UTC(2026, 0, 1 + days))) {
        if (type === 'month')
          for (const word of wordsIn(value)) this.monthsOfOtherCalendars.add(word);
        else this.learnPart(type, value);
      }
  }
  /** @param {Intl.DateTimeFormat} format */
  learnOthers(format) {
    for (const { type, value } of format.formatToParts(Date.UTC(2026, 10, 28)))
      if (type !== 'month') this.learnPart(type, value);
  }
  /** Adds the words of one part of a date, such as its weekday. @param {string} type @param {string} value */
  learnPart(type, value) {
    const into = type === 'weekday' ? this.weekdays : this.others;
    for (const word of wordsIn(value)) into.add(word);
  }
}

/**
 * The date formats from which the names of months are read. There are several formats, since some
 * languages change the form of a month's name when the date also has a day or a year.
 * @param {'long' | 'short'} width
 * @returns {Intl.DateTimeFormatOptions[]}
 */
const datesOf = (width) => [
  {},
  { day: 'numeric' },
  { day: 'numeric', year: 'numeric' },
  { day: 'numeric', year: 'numeric', era: 'short' },
  { day: 'numeric', weekday: width },
  { day: 'numeric', year: 'numeric', weekday: 'long' },
  { day: 'numeric', year: 'numeric', weekday: width, era: 'short' },
];
const ownMonths = ['chinese', 'coptic', 'ethiopic', 'hebrew', 'indian', 'islamic-civil', 'persian'];
/** @type {Intl.DateTimeFormatOptions[]} */
const otherDates = [
  { dateStyle: 'long' },
  { dateStyle: 'medium' },
  { month: 'short', day: 'numeric' },
];
const eras = /** @type {const} */ (['long', 'short', 'narrow']);
/** @type {Intl.DateTimeFormatOptions[]} */
const clocks = [
  { hour: 'numeric', hour12: true },
  { hour: 'numeric', minute: 'numeric', second: 'numeric', hour12: true },
  { hour: 'numeric', dayPeriod: 'long', hour12: true },
  { hour: 'numeric', dayPeriod: 'short', hour12: true },
  { hour: 'numeric', dayPeriod: 'narrow', hour12: true },
  { timeStyle: 'full' },
  { dateStyle: 'full', timeStyle: 'long' },
  { dateStyle: 'medium', timeStyle: 'short' },
];
/** @param {string} locale @param {string} calendar @param {Intl.DateTimeFormatOptions} options */
const formatOf = (locale, calendar, options) =>
  new Intl.DateTimeFormat(locale, { calendar, timeZone: 'UTC', ...options });

function calendarWords() {
  const found = new Found();
  const locales = localesOfIntl();
  for (const locale of locales) found.learn(locale);
  return Object.assign(found, { locales });
}

/** @param {Iterable<string>} words */
const linesOf = (words, by = ' ') => {
  const lines = [''];
  for (const word of [...words].filter((one) => !/['\\]/.test(one)).sort()) {
    if ((lines.at(-1) ?? '').length + word.length > 80) lines.push('');
    lines.push(`${lines.pop()}${word}${by}`);
  }
  return lines.map((line) => `  '${line}'`).join(' +\n');
};
/**
 * Makes the source code of an exported constant with a list of words.
 * @param {string} name @param {string} what @param {Iterable<string>} words @param {string} [by]
 */
const listOf = (name, what, words, by) =>
  `\n/** ${what} */\nexport const ${name} =\n${linesOf(words, by)};\n`;
/**
 * Makes the source code of an exported constant with the names of each month.
 * @param {string} name @param {string} what @param {Set<string>[]} months
 */
const monthsOf = (name, what, months) =>
  `\n/** ${what} */\nexport const ${name}: readonly string[] = [\n${months
    .map((words) => `${linesOf(words)},`)
    .join('\n')}\n];\n`;

/** @param {ReturnType<typeof calendarWords>} found */
function written({ months, spokenMonths, monthsOfOtherCalendars, weekdays, dayPeriods, others }) {
  return (
    `/*\n * Words of dates and clock times in all languages of Intl, without case, as CLDR has them: written by\n` +
    ` * scripts/calendar-words.mjs, not by hand. Texts in one string each, since a list is slower to read.\n */\n` +
    monthsOf(
      'spokenMonths',
      'Names of Gregorian months, in widely spoken languages of Latin script.',
      spokenMonths,
    ) +
    monthsOf('months', 'Names of Gregorian months, in all other languages.', months) +
    listOf(
      'monthsOfOtherCalendars',
      'Names of months of other calendars.',
      monthsOfOtherCalendars,
    ) +
    listOf('weekdays', 'Names of days of the week.', weekdays) +
    listOf('dayPeriods', 'AM, PM and times of day, separated by `|`.', dayPeriods, '|') +
    listOf('others', 'Eras, time zones, and the words between parts of a date.', others)
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = calendarWords();
  const texts = {
    'calendar-words.generated.ts': written(found),
    'locales.json': `${JSON.stringify(found.locales)}\n`,
  };
  for (const [name, content] of Object.entries(texts)) {
    const file = join(folder, name);
    const text = await formatSource(file, content);
    if (!process.argv.includes('--check')) writeFileSync(file, text);
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
      process.stdout.write(`${file} is stale: run node scripts/calendar-words.mjs\n`);
      process.exitCode = 1;
    }
  }
}
