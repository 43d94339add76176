import type { SlotChoice } from '../../../../contracts/slots/slots';

/**
 * The study's place, if the page should show it beside the slots.
 * @param studyPlace the place that the researchers wrote for the study
 * @returns null if the booked slot names this place, or if some slot is at another place
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
