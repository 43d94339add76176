import type { SlotBookingOptions } from '../../../../contracts/slots/slots';

/**
 * Returns the study's place, if the page should show it in addition to the slots.
 * @param studyPlace the place that the researchers wrote for the study
 * @returns null if the booked slot already names this place, or if any slot is at another place
 */
export function meetingPlaceBesideSlots(
  studyPlace: string | null,
  { booking, slots }: Pick<SlotBookingOptions, 'booking' | 'slots'>,
): string | null {
  const contradicts = ({ place }: { place: string | null }) =>
    place !== null && place !== studyPlace;
  if (booking) return booking.slot.place === null ? studyPlace : null;
  return slots.some(contradicts) ? null : studyPlace;
}
