import { meetingPlaceBesideSlots } from './place.rule';

const times = {
  _id: '0193a1b2-0000-7000-8000-000000000004',
  starts_at: '2099-05-04T10:00:00.000Z',
  ends_at: '2099-05-04T11:00:00.000Z',
  zone: 'UTC',
};
const open = (place: string | null) => ({ ...times, place, seats_left: 1, reserve_seats_left: 0 });
const booked = (place: string | null) => ({
  slot: { ...times, place, link: null },
  reserve: false,
  change_until: times.starts_at,
});

test('the place of a booked slot replaces that of the study', () => {
  expect(meetingPlaceBesideSlots('Room 12', { booking: booked('Room 14'), slots: [] })).toBeNull();
  // If the slot's place equals the study's, the page shows it only once, with the slot.
  expect(meetingPlaceBesideSlots('Room 12', { booking: booked('Room 12'), slots: [] })).toBeNull();
  expect(
    meetingPlaceBesideSlots('Room 12', { booking: booked(null), slots: [open('Room 14')] }),
  ).toBe('Room 12');
});

test('without a booking, the place of the study is shown unless an open slot has a different place', () => {
  const slots = [open('Room 12'), open(null)];
  expect(meetingPlaceBesideSlots('Room 12', { booking: null, slots: [] })).toBe('Room 12');
  expect(meetingPlaceBesideSlots('Room 12', { booking: null, slots })).toBe('Room 12');
  expect(
    meetingPlaceBesideSlots('Room 12', { booking: null, slots: [...slots, open('Room 14')] }),
  ).toBeNull();
  expect(meetingPlaceBesideSlots(null, { booking: null, slots })).toBeNull();
});
