import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/**
 * The names of fields for times that concern two people, who may be in different zones: closing and
 * opening dates, deadlines, slots and their changes.
 */
const agreed = '\\b(?:closes_at|opens_at|due_at|starts_at|ends_at|change_until|held_until)\\b';
/** The component and the functions that format a time without its time zone. */
const component = 'TimeText';
const functions = [
  'formatDate',
  'formatMoment',
  'formatWeekdayTime',
  'formatWeekdayDate',
  'formatHour',
  'formatShortDay',
  'formatRelative',
  'formatTime',
];
/** Matches code that formats one of these times without its time zone. */
const zoneless = new RegExp(
  `(?:<${component} at=\\{|\\b(?:${functions.join('|')})\\()[^;}]{0,60}${agreed}`,
);
/** Matches code that formats the hours of a slot without a time zone. */
const hours = /\bslotHoursText\(/;

/** Files that may write the hours of a slot without its zone, each with the reason. */
const mayWriteHours: Readonly<Record<string, string>> = {
  'domain/slots/slot-time.ts': 'the functions themselves',
  'domain/slots/slot-picker.tsx':
    'the end of a slot, in the title of a time whose zone is named above',
};

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.spec)\.tsx?$/.test(file) && !file.startsWith('test/'),
);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

describe('code that shows a time on which two people agree', () => {
  it.each([component, ...functions, 'slotHoursText'])(
    'is found by the name that the web app exports: %s',
    (name) => {
      const exported = new RegExp(`^export (?:const|function) ${name}\\b`, 'm');
      expect(sources.filter((file) => exported.test(textOf(file)))).toHaveLength(1);
    },
  );
  it.each([
    '<TimeText at={card.closes_at} relative />',
    'formatDate(session.opens_at)',
    "formatWeekdayTime(need.session.closes_at ?? '')",
    'formatRelative(mine.due_at)',
  ])('is reported if it omits the time zone: %s', (text) => expect(text).toMatch(zoneless));
  it.each([
    '<TimeWithZone at={card.closes_at} />',
    'formatDateTime(opens_at)',
    '<TimeText at={card.created_at} />',
  ])('is not reported if it shows the zone, or if the time was not agreed on: %s', (text) =>
    expect(text).not.toMatch(zoneless),
  );

  it('shows the time zone in every file of the web app', () => {
    expect(sources.length).toBeGreaterThan(600);
    expect(sources.filter((file) => zoneless.test(textOf(file)))).toEqual([]);
  });

  it('shows the hours of a slot without the time zone only in the listed files', () => {
    const found = sources.filter((file) => hours.test(textOf(file)));
    expect(found.sort()).toEqual(Object.keys(mayWriteHours).sort());
  });
});
