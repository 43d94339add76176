import type { Slot as View } from '../../contracts/slots/slots';

export interface SlotRow {
  id: string;
  starts_at: Date;
  ends_at: Date;
  zone: string;
  place: string;
  link: string | null;
  seats: number;
  reserve_seats: number;
  booked: number;
  reserves: number;
}
/** The columns of SlotRow, for `FROM research.slot s`. */
export const slotColumns = `s.id, s.starts_at, s.ends_at, s.zone, s.place, s.link, s.seats,
  s.reserve_seats, s.booked, s.reserves`;

/** Returns the fields of a slot that every reader of the slot may know. */
export const slotPlaceAndTime = (
  row: Pick<SlotRow, 'id' | 'starts_at' | 'ends_at' | 'zone' | 'place'>,
) => ({
  _id: row.id,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  zone: row.zone,
  place: row.place === '' ? null : row.place,
});

export const slotView = (row: SlotRow): View => ({
  ...slotPlaceAndTime(row),
  link: row.link,
  seats: row.seats,
  reserve_seats: row.reserve_seats,
  booked: row.booked,
  reserves: row.reserves,
});
