import { mailtoAddress } from '../../../contracts/base/email-address.rule';
import type { Language } from '../../../contracts/base/languages';
import type { Sender } from '../../mail/sender.rule';
import type { SlotRow } from '../slot-view';
import { slotsTexts } from '../slots-texts';

export interface CalendarEntry {
  /**
   * The id of the entry. If a calendar already has an entry with this id, it changes that entry
   * instead of adding one, even if the new entry is for another slot.
   */
  uid: string;
  /**
   * Whether the booking or the slot was cancelled. If so, calendars remove the entry or cross it
   * out.
   */
  cancelled?: boolean;
  /**
   * Whether the participant is a reserve, who takes part only if a seat becomes free. Calendars
   * show the entry as tentative.
   */
  tentative?: boolean;
  slot: Pick<SlotRow, 'id' | 'starts_at' | 'ends_at' | 'place' | 'link'>;
  summary: string;
  description?: string;
}

const momentOf = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

/**
 * Escapes a text (RFC 5545, 3.3.11). Line breaks are the only control characters that it handles,
 * since the contracts allow no others in studies and slots.
 */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** Folds to at most 75 octets a line, without splitting a character (RFC 5545, 3.1). */
function folded(line: string): string {
  const lines: string[] = [];
  // In ASCII every character is one octet, so the line can be cut by characters, which is much
  // faster.
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

const sequenceStart = Date.UTC(2020);
/**
 * Computes the SEQUENCE of an entry, by which a calendar recognises a newer version of the entry (RFC
 * 5545, 3.8.7.4). It is the number of seconds since 2020, so that it increases from file to file
 * without a stored counter; it fits into 32 bits until 2088.
 */
const sequenceAt = (now: Date): number => Math.floor((now.getTime() - sequenceStart) / 1_000);

/**
 * Writes the ORGANIZER of the entries: the installation, with its mail address (RFC 5546, 3.2.1 and
 * 3.2.5). Only the organizer may change or cancel entries. The line names no researcher and no
 * participant.
 */
function organizerOf({ name, address }: Sender): string {
  const named = name.replace(/["\p{Cc}]/gu, '').trim();
  return `ORGANIZER${named === '' ? '' : `;CN="${named}"`}:${mailtoAddress(address)}`;
}

export interface CalendarFileContent {
  title: string;
  entries: readonly CalendarEntry[];
  language: Language;
  /** When the file was made (DTSTAMP). */
  now: Date;
  /** The sender of the installation's mails. */
  sender: Sender;
}

/**
 * Chooses the METHOD of a calendar file. A file that only removes entries is a message of the kind CANCEL
 * (RFC 5546, 3.2.5); in any other file each entry states whether it is cancelled.
 */
export const calendarMethodOf = (entries: readonly CalendarEntry[]): 'CANCEL' | 'PUBLISH' =>
  entries.length > 0 && entries.every(({ cancelled }) => cancelled) ? 'CANCEL' : 'PUBLISH';

/**
 * Writes a calendar file (RFC 5545). Times are in UTC, which every calendar shows in its own zone.
 * Uses no library: the library used earlier blocked the event loop for seconds, for a thousand
 * slots.
 */
export function renderCalendarFile({
  title,
  entries,
  language,
  now,
  sender,
}: CalendarFileContent): string {
  const { t } = slotsTexts.in(language);
  const organizer = organizerOf(sender);
  const event = ({ uid, slot, summary, description, ...is }: CalendarEntry): string[] => {
    const where = slot.place === '' ? slot.link : slot.place;
    return [
      'BEGIN:VEVENT',
      `UID:${uid}@commonlab`,
      `SEQUENCE:${sequenceAt(now)}`,
      `DTSTAMP:${momentOf(now)}`,
      organizer,
      `DTSTART:${momentOf(slot.starts_at)}`,
      `DTEND:${momentOf(slot.ends_at)}`,
      `STATUS:${is.cancelled ? 'CANCELLED' : is.tentative ? 'TENTATIVE' : 'CONFIRMED'}`,
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
    `METHOD:${calendarMethodOf(entries)}`,
    `NAME:${escaped(title)}`,
    `X-WR-CALNAME:${escaped(title)}`,
    ...entries.flatMap(event),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
