/**
 * What the name of a value says about the value:
 * - `moment`: it is always a point in time (date, timezone)
 * - `time`: it is a point in time, or a duration if the number is small (time, timestamp)
 * - `edge`: like `time`, of a beginning or an end (start, finishedAt); a text of four or six digits
 *   is a clock time
 * - a unit: it is a part of a clock time or a day, which reveals something only together with the
 *   other parts
 * - `length`: it is a measurement: how long, how often, where on the screen
 * - `brand`, `version`: together they identify a browser
 * - undefined: nothing of these
 */
export type ValueNameKind =
  | 'moment'
  | 'time'
  | 'edge'
  | TimeUnit
  | 'length'
  | 'brand'
  | 'version'
  | undefined;
export const isTimeName = (kind: ValueNameKind): kind is 'time' | 'edge' =>
  kind === 'time' || kind === 'edge';
export type TimeUnit = 'hour' | 'minute' | 'second' | 'day' | 'month' | 'year';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/**
 * Column headings that mean a time, in data that were collected outside of this system. Each is
 * written as one word, without case and punctuation.
 */
export const timeHeadings = {
  is:
    'time zeit zeitpunkt started lastdata starttime endtime startedat endedat finishedat createdat ' +
    'submittedat completedat recordedat startedon finishedon localtime utctime servertime begintime ' +
    'startzeit endzeit timezone utctimezone tz weekday wochentag dayofweek timeofday clocktime ' +
    'localdate currenttime currentdate',
  ends: 'date datum timestamp datetime datestamp uhrzeit',
} as const;
const lasting = setOf('time zeit timestamp clock wallclock clocks');
const edges = setOf(
  'started starttime endtime startedat endedat finishedat startedon finishedon begintime ' +
    'starttimestamp endtimestamp startzeit endzeit currenttime createdat submittedat ' +
    'completedat recordedat localtime servertime utctime when at now begin end start stop wann beginn ' +
    'ende began ended finished finish beganat',
);
const moments = setOf(
  'date datum datetime datestamp tz timezoneoffset tzoffset clocktime zeitpunkt lastdata localdate ' +
    'currentdate today heute weekdayname monthname startdate enddate startdatum enddatum recordeddate ' +
    'fecha hora heure isodate unixtime epoch epochtime posixtime getday getutcday dow doy hod daytime ' +
    'timezonename',
);
/**
 * The last words of names that mean a time, written without separators: time_of_day,
 * startHourOfDay, HHMM.
 */
const momentEnds = new RegExp(
  '(?:(?:time|part|period|(?:hour|minute|min|second|sec|millisecond|msec|milli)s?|ms)of(?:the)?day' +
    '|(?:minute|min|second|sec)s?of(?:the)?(?:hour|minute)|(?:since|past|from)midnight|day(?:part|period)' +
    '|dayof(?:the)?(?:week|year)|weekday|wochentag|timezone|meridiem|hhmm(?:ss(?:sss)?)?' +
    '|(?:stunde|minute|sekunde)n?destages|seitmitternacht|tagesabschnitt|tageszeit|uhrzeit' +
    '|horadeldia|diadelasemana|heure(?:dujour|delajournee)|jourdelasemaine)' +
    '(?:utc|gmt|local|number|num|name|label|index|value|code|string|str|start|end|begin|now)?$',
);
const lastOfMoment = setOf('date datum datetime meridiem ampm');
const units: Readonly<Record<TimeUnit, ReadonlySet<string>>> = {
  hour: setOf('hour hours hr hrs hh h stunde stunden std heure heures hora horas ora'),
  minute: setOf('minute minutes min mins mm m minuten minuto minutos minuti'),
  second: setOf('second seconds sec secs ss s sekunde sekunden millisecond milliseconds ms'),
  day: setOf('day dom tag jour dia giorno dd d monthday dayofmonth'),
  month: setOf('month mon monat mois mes mese mo'),
  year: setOf('year jahr yr annee ano anno yyyy y fullyear'),
};
const lengthWords = setOf(
  'rt rts reaction response latency latencies duration durations elapsed onset offset delay interval soa ' +
    'isi iti ms msec msecs millis milliseconds seconds secs x y z t dt tick ticks frame frames index ' +
    'count trial trials block score position coordinates pixel pixels width height px size bytes total ' +
    'run render show commit switch dauer reaktionszeit latenz view plugin',
);
const isBorn = /birth|geburt|born|nacimiento|naissance/i;

const known = new Map<string, RecognizedName>();
const mostKnown = 5_000;

export interface RecognizedName {
  readonly kind: ValueNameKind;
  /**
   * The name without its unit: `start` of `start_hour`. All parts of one time have the same group.
   */
  readonly group: string;
}
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

/** Determines the meaning of a value's name. It is cached, since each row has the same names. */
export function recognizeName(name: string): RecognizedName {
  const found = known.get(name);
  if (found) return found;
  const made = kindOf(name);
  if (known.size >= mostKnown) known.clear();
  if (name.length < 100) known.set(name, made);
  return made;
}

function kindOf(name: string): RecognizedName {
  if (name.length > 100 || isBorn.test(name)) return { kind: undefined, group: '' };
  const words = wordsOf(name);
  const whole = words.join('');
  const last = words.at(-1) ?? '';
  if (whole === 'brand' || whole === 'version') return { kind: whole, group: '' };
  // Check this before the search for units below, which would find the unit `day` in time_of_day.
  if (isMoment(words, whole, last)) return { kind: 'moment', group: '' };
  for (const unit of Object.keys(units) as TimeUnit[])
    for (const at of new Set([words.length - 1, 0])) {
      const word = words[at];
      if (word === undefined || !units[unit].has(word)) continue;
      if (words.length > 1 && word.length < 3) continue;
      const group = words
        .filter((_, i) => i !== at && words[i] !== 'get' && words[i] !== 'utc')
        .join(' ');
      return { kind: unit, group };
    }
  if (edges.has(whole) || last === 'started' || last === 'stopped')
    return { kind: 'edge', group: '' };
  if (lasting.has(whole) || last === 'timestamp' || last === 'clock')
    return { kind: 'time', group: '' };
  return { kind: words.some((word) => lengthWords.has(word)) ? 'length' : undefined, group: '' };
}

const isMoment = (words: readonly string[], whole: string, last: string): boolean =>
  moments.has(whole) ||
  lastOfMoment.has(last) ||
  whole === 'ampm' ||
  (words.at(-2) === 'am' && last === 'pm') ||
  momentEnds.test(whole);
