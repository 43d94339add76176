import { isIP } from 'node:net';
import type { PersonalDataReason } from '../../../contracts/research-data/external-data';
import { RunMomentFinder, type RunDays } from '../../runtime/withholding/moments.rule';
import { timeHeadings } from '../../runtime/withholding/patterns/names.rule';
import { withheldMark, withholdTimesInColumn } from '../../runtime/withholding/withheld.rule';

interface Headings {
  readonly reason: PersonalDataReason;
  /**
   * Words, separated by spaces. `is`: the heading equals one of the words. `ends`: the heading ends
   * with one of the words.
   */
  readonly is?: string;
  readonly ends?: string;
  /** The heading must contain one of these words anywhere. */
  readonly has?: string;
}
/**
 * Normalized headings in English and German, as Qualtrics, SoSci Survey, Gorilla, LimeSurvey, Prolific and MTurk
 * write them.
 */
const headings: readonly Headings[] = [
  { reason: 'email', ends: 'email mail mailaddress mailadresse emailaddress emailadresse' },
  {
    reason: 'name',
    is:
      'name firstname lastname fullname givenname familyname middlename respondentname yourname ' +
      'participantname recipientfirst recipientlast',
    ends:
      'recipientfirstname recipientlastname surname username nickname vorname nachname familienname ' +
      'benutzername rufname',
  },
  {
    reason: 'phone',
    is: 'mobile mobil handy tel',
    ends: 'phone phonenumber telefon telefonnummer handynummer mobilenumber',
  },
  {
    reason: 'place',
    is:
      'lat lon lng long gps city town ort wohnort stadt street strasse address adresse anschrift ' +
      'location region coordinates koordinaten zip plz',
    ends: 'latitude longitude zipcode postcode postalcode postleitzahl',
    has: 'geoloc gpscoord',
  },
  {
    reason: 'address',
    is: 'ip ipv4 ipv6 clientip remoteip userip remoteaddr refurl referer referrer',
    ends: 'ipaddr ipaddress ipadresse',
  },
  { reason: 'agent', has: 'useragent' },
  { reason: 'birth', is: 'dob', has: 'birth geburt' },
  { reason: 'time', ...timeHeadings },
  {
    reason: 'panel_id',
    is:
      'workerid mturkid assignmentid hitid sonaid panelid panelistid studentid staffid employeeid ' +
      'personalnummer matrikelnummer matrikelnr participantpublicid surveycode externalreference ' +
      'externaldatareference',
    has: 'prolific bilendi',
  },
];
const wordsOf = (words = '') => words.split(' ').filter(Boolean);
const isCalled = (name: string, { is, ends, has }: Headings): boolean =>
  wordsOf(is).includes(name) ||
  wordsOf(ends).some((word) => name.endsWith(word)) ||
  wordsOf(has).some((word) => name.includes(word));
const plain = (heading: string) =>
  heading
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

/**
 * Returns the kind of personal data that a column of this name usually holds (person, place, time);
 * null if none.
 */
export function personalDataInHeading(heading: string): PersonalDataReason | null {
  const name = plain(heading);
  return headings.find((one) => isCalled(name, one))?.reason ?? null;
}

const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const isEmail = (text: string) => text.length < 320 && text.replace(email, '') === '';
const agent = /^Mozilla\/\d/;
/** Matches a pair of coordinates with three or more decimals, as maps write them. */
const coordinates = /^-?\d{1,2}\.\d{3,}\s*[,;]\s*-?\d{1,3}\.\d{3,}$/;
/**
 * A quick test: every personal value contains a match. A value without a match needs no further
 * check.
 */
const mayTell = /@|Mozilla|\d\d[.:-]|\d[.:/-]\d|:[\da-f]*:|\d{10}/i;
const anyDay = { day: '2010-01-01', last_day: '2099-12-31' };
const moments = new RunMomentFinder(anyDay);
const isNumber = /^-?\d+(?:\.\d+)?$/;
/**
 * Whether a number is a Unix time in seconds or milliseconds of the years 2015 to 2035; hardly any measurement is
 * that large.
 */
const isEpoch = (text: string) => {
  const size = Number(text);
  return [size, size / 1000].some((seconds) => seconds > 1_420_000_000 && seconds < 2_051_000_000);
};

/**
 * Returns the kind of personal data, if the value is personal data and nothing else; null if not.
 */
export function personalDataInValue(value: string): PersonalDataReason | null {
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
/**
 * Matches a day of the years 2010 to 2029, as it is written in English, in German and by programs.
 */
const dayOnly = /^(?:20[12]\d[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]20[12]\d)$/;
const isMoment = (text: string) => moments.without(text, () => '').trim() === '';

/**
 * Removes email addresses from a value of an anonymous session before the value is stored. It also
 * removes the times, network addresses and browser names that are withheld in exports of the
 * study's own data.
 */
export function redactStoredValue(
  heading: string,
  value: string,
  days: RunDays,
): { value: string; count: number } {
  let emails = 0;
  const without = value.includes('@')
    ? value.replace(email, () => {
        emails += 1;
        return withheldMark;
      })
    : value;
  const { value: left, count } = withholdTimesInColumn(heading, without, days);
  return { value: typeof left === 'string' ? left : withheldMark, count: count + emails };
}
