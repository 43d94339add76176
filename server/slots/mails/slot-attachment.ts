import { parseSender } from '../../mail/sender.rule';
import type { MailAttachment, MailDependencies } from '../../platform/messaging/mail-source';
import { bookingCalendarFile } from '../bookings/booking-calendar';
import { slotsTexts } from '../slots-texts';
import type { SlotTime } from './render-slot-mail';

export interface SlotFacts extends SlotTime {
  id: string;
  place: string;
  link: string | null;
}
/** The columns of SlotFacts, for `FROM research.slot s`. */
export const slotFactColumns = 's.id, s.starts_at, s.ends_at, s.zone, s.place, s.link';

/**
 * Makes the attachment of a mail: the same calendar file that the participant's page offers. Its
 * media type also names the file's METHOD (RFC 6047, 2.4).
 */
export function calendarAttachmentOf(
  participationId: string,
  {
    title,
    language: wanted,
    reserve,
    slot: { place, link, ...times },
    cancelled,
  }: { title: string; language: string; reserve: boolean; slot: SlotFacts; cancelled: boolean },
  { secrets, clock, from }: MailDependencies,
): MailAttachment {
  // Only participants who booked the slot read its place.
  const slot = cancelled ? { ...times, place: '', link: null } : { ...times, place, link };
  const { language } = slotsTexts.in(wanted);
  const { name, ics, method } = bookingCalendarFile(
    { participationId, title, slot, reserve, cancelled },
    { secrets, language, now: clock.now(), sender: parseSender(from) },
  );
  return {
    filename: name,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: ics,
  };
}
