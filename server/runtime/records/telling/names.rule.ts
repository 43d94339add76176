/**
 * What the name of a value says about time.
 * - `moment`: always a moment, whatever the value is (date, timezone)
 * - `time`: a moment or a length (time, started, timestamp): small numbers are lengths
 * - a part of a clock time or a day, which reveals something only beside the others
 * - `length`: a measure of how long, how often, where on the screen
 */
export type NameKind = 'moment' | 'time' | Unit | 'length' | 'brand' | 'version' | undefined;
export type Unit = 'hour' | 'minute' | 'second' | 'day' | 'month' | 'year';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Headings of data that were collected elsewhere, as one word, without case and signs. */
export const timeHeadings = {
  is:
    'time zeit zeitpunkt started lastdata starttime endtime startedat endedat finishedat createdat ' +
    'submittedat completedat recordedat startedon finishedon localtime utctime servertime begintime ' +
    'startzeit endzeit timezone utctimezone tz weekday wochentag dayofweek timeofday clocktime ' +
    'localdate currenttime currentdate',
  ends: 'date datum timestamp datetime datestamp uhrzeit',
} as const;
const lasting = setOf(
  'time zeit started starttime endtime startedat endedat finishedat startedon finishedon begintime ' +
    'timestamp starttimestamp endtimestamp startzeit endzeit currenttime createdat submittedat ' +
    'completedat recordedat localtime servertime utctime when at now begin end start stop wann',
);
const moments = setOf(
  'date datum datetime datestamp uhrzeit weekday wochentag dayofweek timezone utctimezone tz ' +
    'timezoneoffset tzoffset timeofday clocktime zeitpunkt lastdata localdate currentdate today heute ' +
    'weekdayname monthname ampm meridiem dayperiod hourofday tageszeit startdate enddate startdatum ' +
    'enddatum recordeddate sincemidnight secondssincemidnight minutessincemidnight mssincemidnight ' +
    'minutesofday secondsofday fecha hora heure isodate unixtime epoch epochtime posixtime',
);
const units: Readonly<Record<Unit, ReadonlySet<string>>> = {
  hour: setOf('hour hours hr hrs hh h stunde stunden std heure heures hora horas ora'),
  minute: setOf('minute minutes min mins mm m minuten minuto minutos minuti'),
  second: setOf('second seconds sec secs ss s sekunde sekunden millisecond milliseconds ms ampm'),
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

const known = new Map<string, Named>();
const mostKnown = 5_000;

export interface Named {
  readonly kind: NameKind;
  /** The name without its unit: `start` of `start_hour`. */
  readonly group: string;
}
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

/** Of a name of a value, remembered for the next row. */
export function named(name: string): Named {
  const found = known.get(name);
  if (found) return found;
  const made = kindOf(name);
  if (known.size >= mostKnown) known.clear();
  if (name.length < 100) known.set(name, made);
  return made;
}

function kindOf(name: string): Named {
  if (name.length > 100 || isBorn.test(name)) return { kind: undefined, group: '' };
  const words = wordsOf(name);
  const whole = words.join('');
  const last = words.at(-1) ?? '';
  if (whole === 'brand' || whole === 'version') return { kind: whole, group: '' };
  for (const unit of Object.keys(units) as Unit[])
    for (const at of new Set([words.length - 1, 0])) {
      const word = words[at];
      if (word === undefined || !units[unit].has(word)) continue;
      if (words.length > 1 && word.length < 3) continue;
      const group = words
        .filter((_, i) => i !== at && words[i] !== 'get' && words[i] !== 'utc')
        .join(' ');
      return { kind: unit, group };
    }
  if (
    moments.has(whole) ||
    ['date', 'datum', 'datetime', 'uhrzeit', 'weekday', 'timezone'].includes(last)
  )
    return { kind: 'moment', group: '' };
  if (lasting.has(whole) || last === 'timestamp' || last === 'started' || last === 'stopped')
    return { kind: 'time', group: '' };
  return { kind: words.some((word) => lengthWords.has(word)) ? 'length' : undefined, group: '' };
}
