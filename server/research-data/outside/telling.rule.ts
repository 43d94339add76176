import { isIP } from 'node:net';
import type { TellingReason } from '../../../contracts/outside-data';
import { Moments, type RunDays } from '../../runtime/records/moments.rule';
import { mark, withheld } from '../../runtime/records/withheld.rule';

/**
 * Headings without case and signs, in English and German, and as Qualtrics, SoSci Survey, Gorilla,
 * LimeSurvey, Prolific and MTurk write them.
 */
const headings: readonly (readonly [TellingReason, RegExp])[] = [
  ['email', /e?mail(adress|adresse|address)?$|^recipientemail/],
  [
    'name',
    /^(recipient)?(first|last|full|given|family|sur|user|nick|middle|respondent|participant|your)?name$|(vor|nach|familien|benutzer|ruf)name$|^(recipient)(first|last)name$/,
  ],
  ['phone', /(tele)?phone(number)?$|telefon(nummer)?$|handy(nummer)?$|^mobile?(number|nummer)?$/],
  [
    'place',
    /latitude$|longitude$|^(lat|lon|lng|long|gps|geo.*|coordinates|koordinaten)$|(zip|post(al)?)(code)?$|^plz$|^(city|town|ort|wohnort|stadt|street|strasse|address|adresse|anschrift|location|region)$/,
  ],
  ['address', /^(client|remote|user)?ip(v?[46])?(addr|address|adresse)?$|^refr?(erer)?(url)?$/],
  ['agent', /useragent/],
  ['birth', /birth|geburt|^dob$/],
  [
    'time',
    /(date|datum|timestamp|datetime|uhrzeit|datestamp)$|^(started|lastdata|finished(at|on)?|(start|end|started|ended|created|submitted|completed|recorded|local|utc|server|begin)(time|at|on)|time|zeit|zeitpunkt|startzeit|endzeit|timezone|utctime|tz)$/,
  ],
  [
    'panel_id',
    /prolific|^(worker|mturk|assignment|hit|sona|panel|panelist|matrikel|student|staff|employee|personal|bilendi|cint)(id|nummer|number|nr)?$|^external(data)?reference$|^participantpublicid$|^surveycode$|^matrikelnummer$/,
  ],
];
const plain = (heading: string) =>
  heading
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

/** What a column called so has of whom, where and when; null for nothing of the kind. */
export function reasonOfHeading(heading: string): TellingReason | null {
  const name = plain(heading);
  return headings.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const isEmail = (text: string) => text.length < 320 && text.replace(email, '') === '';
const agent = /^Mozilla\/\d/;
/** A pair of degrees with three decimals and more, as maps write them. */
const coordinates = /^-?\d{1,2}\.\d{3,}\s*[,;]\s*-?\d{1,3}\.\d{3,}$/;
/** What is without any of this is none of these. */
const mayTell = /@|Mozilla|\d\d[.:-]|\d[.:/-]\d|:[\da-f]*:|\d{10}/i;
const anyDay = { day: '2010-01-01', last_day: '2099-12-31' };
const moments = new Moments(anyDay);
const isNumber = /^-?\d+(?:\.\d+)?$/;
/** Whole seconds or thousandths of the years 2015 to 2035, which hardly a measure reaches. */
const isEpoch = (text: string) => {
  const size = Number(text);
  return [size, size / 1000].some((seconds) => seconds > 1_420_000_000 && seconds < 2_051_000_000);
};

/** What a value is, where it is nothing else. */
export function reasonOfValue(value: string): TellingReason | null {
  const text = value.trim();
  if (text.length < 3 || !mayTell.test(text)) return null;
  if (isNumber.test(text)) return isEpoch(text) ? 'time' : null;
  if (isEmail(text)) return 'email';
  if (text.length < 64 && isIP(text) !== 0) return 'address';
  if (agent.test(text)) return 'agent';
  if (coordinates.test(text)) return 'place';
  if (dayOnly.test(text)) return 'time';
  if (text.length < 100 && (moments.isAll(text) || isMoment(text))) return 'time';
  return null;
}
/** A day of these years, as it is written in English, in German and by programs. */
const dayOnly = /^(?:20[12]\d[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]20[12]\d)$/;
const isMoment = (text: string) => moments.without(text, () => '').trim() === '';

/**
 * A value of an anonymous session as it is stored: without clock times, addresses and agent strings of
 * these days, and without e-mail addresses, which somebody wrote into a longer text.
 */
export function keptValue(value: string, days: RunDays): { value: string; count: number } {
  if (!mayTell.test(value)) return { value, count: 0 };
  let emails = 0;
  const without = value.replace(email, () => {
    emails += 1;
    return mark;
  });
  const { value: left, count } = withheld(without, days);
  return { value: typeof left === 'string' ? left : mark, count: count + emails };
}
