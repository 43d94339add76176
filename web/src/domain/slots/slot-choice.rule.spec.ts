import { bookingChoiceOf, commonPlaceAndZone } from './slot-choice.rule';

const slot = (seats_left: number, reserve_seats_left = 0) => ({ seats_left, reserve_seats_left });

describe('choice of a slot', () => {
  it('allows booking a slot with a free seat', () => {
    expect(bookingChoiceOf(slot(1, 1), [slot(1, 1)])).toBe('book');
  });
  it('offers a reserve seat only if no other slot of the day has a seat', () => {
    const full = slot(0, 1);
    expect(bookingChoiceOf(full, [full, slot(0, 0)])).toBe('reserve');
    expect(bookingChoiceOf(full, [full, slot(2, 0)])).toBe('full');
  });
  it('shows a slot without a free seat or reserve seat as full', () => {
    expect(bookingChoiceOf(slot(0), [slot(0)])).toBe('full');
  });
});

it('shows place and time zone once if all slots share them', () => {
  const berlin = { place: 'Room 12', zone: 'Europe/Berlin' };
  expect(commonPlaceAndZone([berlin, berlin])).toEqual(berlin);
  expect(commonPlaceAndZone([berlin, { ...berlin, place: 'Room 14' }])).toEqual({
    place: null,
    zone: 'Europe/Berlin',
  });
  expect(commonPlaceAndZone([{ place: null, zone: 'UTC' }])).toEqual({ place: null, zone: 'UTC' });
});
