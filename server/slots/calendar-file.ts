import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Language } from '../../contracts/base/languages';
import type { SlotRow } from './slot-view';
import { slotsTexts } from './slots-texts';

export interface CalendarEntry {
  slot: Pick<SlotRow, 'id' | 'starts_at' | 'ends_at' | 'place' | 'link'>;
  summary: string;
  description?: string;
}

/**
 * A calendar as a file (RFC 5545). Times are in UTC, which every calendar shows in its own zone; an
 * entry has the id of its slot, so that reading the file again changes it instead of doubling it.
 * @param now when the file was made (DTSTAMP)
 */
export function calendarFile(
  title: string,
  entries: readonly CalendarEntry[],
  language: Language,
  now: Date,
): string {
  const { t } = slotsTexts.in(language);
  const calendar = ical({
    name: title,
    prodId: { company: 'Commonlab', product: 'Commonlab', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { slot, summary, description } of entries)
    calendar.createEvent({
      id: `slot-${slot.id}@commonlab`,
      stamp: now,
      start: slot.starts_at,
      end: slot.ends_at,
      summary,
      ...(slot.place !== '' && { location: slot.place }),
      ...(slot.place === '' && slot.link !== null && { location: slot.link }),
      ...(slot.link !== null && { url: slot.link }),
      description: description ?? t('calendar.description'),
    });
  return calendar.toString();
}
