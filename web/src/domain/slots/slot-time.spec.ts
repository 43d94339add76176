import {
  groupSlotsByDay,
  slotDayKey,
  timeInOtherZone,
  slotHoursText,
  spacedParticipantTag,
} from './slot-time';

const slot = {
  starts_at: '2027-05-03T22:00:00.000Z',
  ends_at: '2027-05-03T23:30:00.000Z',
  zone: 'Europe/Berlin',
};

describe('the time of a slot', () => {
  it('is shown in the time zone and on the day of the slot', () => {
    expect(slotHoursText({ ...slot, zone: 'UTC' })).toMatch(/10:00.*11:30/);
    expect(slotDayKey(slot)).toBe('2027-05-04');
    expect(slotDayKey({ ...slot, zone: 'America/Lima' })).toBe('2027-05-03');
  });

  it('is also shown in the reader’s time zone if that differs', () => {
    expect(timeInOtherZone(slot, 'Europe/Paris')).toBeNull();
    expect(timeInOtherZone(slot, 'America/Lima')).toMatch(/May 3, 2027, 5:00/);
    // The text does not repeat the day, because it is the same day as in the slot's own zone.
    expect(timeInOtherZone(slot, 'Europe/Athens')).toMatch(/^1:00.*2:30.AM$/);
  });

  it('is used to group the slots of a day in order', () => {
    const next = { ...slot, starts_at: '2027-05-05T08:00:00.000Z' };
    expect(groupSlotsByDay([slot, slot, next]).map((one) => [one.day, one.slots.length])).toEqual([
      ['2027-05-04', 2],
      ['2027-05-05', 1],
    ]);
  });
});

it('a participant’s tag is written in groups of four characters', () =>
  expect(spacedParticipantTag('0123456789abcdef')).toBe('0123 4567 89ab cdef'));
