import type { Language } from '../../../contracts/base/languages';
import type { SlotRow } from '../slot-view';
import { slotsTexts } from '../slots-texts';

export interface CalendarEntry {
  /** Of the entry: a calendar that has it already changes it, whatever slot it is about by now. */
  uid: string;
  /** Nobody comes then any more: a calendar takes the entry out, or strikes it through. */
  cancelled?: boolean;
  slot: Pick<SlotRow, 'id' | 'starts_at' | 'ends_at' | 'place' | 'link'>;
  summary: string;
  description?: string;
}

const momentOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/** RFC 5545, 3.3.11. No other control character reaches a study or a slot (contracts). */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** At most 75 octets a line, and no character in two (RFC 5545, 3.1). */
function folded(line: string): string {
  const lines: string[] = [];
  // A character is an octet here; counting them would take the most of the time.
  if (/^[ -~]*$/.test(line)) {
    lines.push(line.slice(0, 75));
    for (let at = 75; at < line.length; at += 74) lines.push(line.slice(at, at + 74));
    return lines.join('\r\n ');
  }
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      lines.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...lines, part].join('\r\n');
}

/**
 * Grows from file to file, without a count that somebody would have to keep: a calendar takes an entry
 * for newer by it (RFC 5545, 3.8.7.4). Of two files of one minute, the later DTSTAMP counts.
 */
const sequenceAt = (now: Date): number => Math.floor(now.getTime() / 60_000);

/**
 * A calendar as a file (RFC 5545). Times are in UTC, which every calendar shows in its own zone.
 * Written here, since a thousand slots with long links held up the program for seconds in the library
 * that did it before.
 * @param now when the file was made (DTSTAMP)
 */
export function calendarFile(
  title: string,
  entries: readonly CalendarEntry[],
  language: Language,
  now: Date,
): string {
  const { t } = slotsTexts.in(language);
  const event = ({ uid, slot, summary, description, cancelled }: CalendarEntry): string[] => {
    const where = slot.place === '' ? slot.link : slot.place;
    return [
      'BEGIN:VEVENT',
      `UID:${uid}@commonlab`,
      `SEQUENCE:${sequenceAt(now)}`,
      `DTSTAMP:${momentOf(now)}`,
      `DTSTART:${momentOf(slot.starts_at)}`,
      `DTEND:${momentOf(slot.ends_at)}`,
      `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      `SUMMARY:${escaped(summary)}`,
      ...(where === null ? [] : [`LOCATION:${escaped(where)}`]),
      `DESCRIPTION:${escaped(description ?? t('calendar.description'))}`,
      ...(slot.link === null ? [] : [`URL;VALUE=URI:${slot.link}`]),
      'END:VEVENT',
    ];
  };
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Commonlab//Commonlab//${language.toUpperCase()}`,
    // What is taken out alone is a message of that kind (RFC 5546, 3.2.5); else entries say it.
    `METHOD:${entries.every(({ cancelled }) => cancelled) && entries.length > 0 ? 'CANCEL' : 'PUBLISH'}`,
    `NAME:${escaped(title)}`,
    `X-WR-CALNAME:${escaped(title)}`,
    ...entries.flatMap(event),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
