import type { Language } from '../../../contracts/base/languages';
import type { Sender } from '../../mail/sender.rule';
import type { Secrets } from '../../platform/security/secrets';
import { slotsTexts } from '../slots-texts';
import { renderCalendarFile, calendarMethodOf, type CalendarEntry } from './calendar-file';

/** The content of an entry in a participant's calendar. */
export interface BookingCalendarEntry {
  participationId: string;
  title: string;
  slot: CalendarEntry['slot'];
  reserve: boolean;
  /** Whether the appointment is cancelled. If so, the file removes the entry from the calendar. */
  cancelled: boolean;
}

/**
 * Makes a calendar file with a participant's slot. All files of one participation are about the
 * same calendar entry: after a move, the new file moves the entry; after a cancellation, it removes
 * the entry.
 */
export function bookingCalendarFile(
  { participationId, title, slot, reserve, cancelled }: BookingCalendarEntry,
  {
    secrets,
    language,
    now,
    sender,
  }: { secrets: Pick<Secrets, 'mac'>; language: Language; now: Date; sender: Sender },
): { name: string; ics: string; method: 'PUBLISH' | 'CANCEL' } {
  const { t } = slotsTexts.in(language);
  // The entry's id is a hash of the participation's id, so that the provider of the participant's
  // calendar does not learn that id.
  const mac = secrets.mac('calendar-entry', participationId, '');
  const summary = reserve ? t('calendar.reserve', { study: title }) : title;
  const uid = `booking-${mac.toString('hex').slice(0, 32)}`;
  const entries = [{ uid, slot, summary, cancelled, tentative: reserve }];
  return {
    name: 'slot.ics',
    ics: renderCalendarFile({ title, entries, language, now, sender }),
    method: calendarMethodOf(entries),
  };
}
