import type { SlotChoice } from '../../../../contracts/slots/slots';

/**
 * Where a study takes place, as its page may say it beside the slots.
 * @param studyPlace as the researchers wrote it for the study
 * @returns null where the booked slot says it, or some slot is elsewhere
 */
export function placeBesideSlots(
  studyPlace: string | null,
  { booking, slots }: Pick<SlotChoice, 'booking' | 'slots'>,
): string | null {
  const contradicts = ({ place }: { place: string | null }) =>
    place !== null && place !== studyPlace;
  if (booking) return booking.slot.place === null ? studyPlace : null;
  return slots.some(contradicts) ? null : studyPlace;
}
