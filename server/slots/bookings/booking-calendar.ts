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
  /** Whether the appointment is cancelled; the file then removes the entry from the calendar. */
  cancelled: boolean;
}

/**
 * A participant's slot as a calendar file. It is always the same calendar entry: the file for another slot moves it,
 * and the file for a cancelled one removes it.
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
  // The entry's id is a hash of the participation's id, which the provider of the participant's
  // calendar must not learn.
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
