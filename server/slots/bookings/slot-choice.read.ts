import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { slotsLimits } from '../../../contracts/slots/limits';
import { slotKindOf, type SlotBookingOptions } from '../../../contracts/slots/slots';
import { readSeatOfAccount } from '../../enrolment/seats/lease';
import { rosterTagOf } from '../../enrolment/rosters/roster-entries';
import { Clock, hours, addMilliseconds } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { bookingChangeDeadline } from './booking.rule';
import { slotPlaceAndTime, slotColumns, type SlotRow } from '../slot-view';

/** Reads a participant's booking, and the slots that the participant can choose. */
@Injectable()
export class SlotChoiceRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the booking and the slots that the participant may choose.
   * @throws DomainError not_found for every caller except the participant
   */
  async of(participationId: string, accountId: string): Promise<SlotBookingOptions> {
    const { manager } = this.source;
    const seat = await readSeatOfAccount(manager, this.secrets, participationId, accountId);
    if (!seat) throw new DomainError('not_found');
    const [terms]: { kind: string | null; hours: number | null }[] = await manager.query(
      `SELECT r.snapshot->'runtime'->>'kind' AS kind, p.change_until_hours AS hours
       FROM research.recruitment r LEFT JOIN research.slot_plan p ON p.session_id = r.id
       WHERE r.id = $1`,
      [seat.session_id],
    );
    const limitHours = terms?.hours ?? slotsLimits.slotChangeHours;
    const booked = await this.booked(seat.id);
    const mayBook = seat.state === 'enrolled';
    return {
      session_id: seat.session_id,
      may_book: mayBook,
      kind: slotKindOf(terms?.kind ? { kind: terms.kind } : null),
      tag: rosterTagOf(this.secrets, seat.session_id, seat.pseudonym),
      booking: booked
        ? {
            slot: { ...slotPlaceAndTime(booked), link: booked.link },
            reserve: booked.reserve,
            change_until: bookingChangeDeadline(booked, limitHours).toISOString(),
          }
        : null,
      former: booked ? null : await this.former(seat.id),
      change_until_hours: limitHours,
      slots: mayBook ? await this.open(seat.session_id, limitHours) : [],
    };
  }

  /**
   * Reads the participant's own booking with the title of its study, for a calendar file.
   * @param slotId a slot of the participant's session, which the participant had booked before. The
   * result contains it as `former`, without its place: only participants with a booking may read it
   */
  async titled(
    participationId: string,
    accountId: string,
    slotId?: string,
  ): Promise<{
    title: string;
    booked: (SlotRow & { reserve: boolean }) | undefined;
    former: SlotRow | undefined;
  }> {
    const { manager } = this.source;
    const seat = await readSeatOfAccount(manager, this.secrets, participationId, accountId);
    if (!seat) throw new DomainError('not_found');
    const [session]: { title: string | null }[] = await manager.query(
      `SELECT snapshot->>'title' AS title FROM research.recruitment WHERE id = $1`,
      [seat.session_id],
    );
    const [former]: SlotRow[] = slotId
      ? await manager.query(
          `SELECT ${slotColumns} FROM research.slot s WHERE s.id = $1 AND s.session_id = $2`,
          [slotId, seat.session_id],
        )
      : [];
    return {
      title: session?.title ?? '',
      booked: await this.booked(seat.id),
      former: former && { ...former, place: '', link: null },
    };
  }

  private async booked(
    participationId: string,
  ): Promise<(SlotRow & { reserve: boolean }) | undefined> {
    const [row]: (SlotRow & { reserve: boolean })[] = await this.source.query(
      `SELECT ${slotColumns}, b.reserve_no IS NOT NULL AS reserve
       FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
       WHERE b.participation_id = $1 AND NOT s.cancelled`,
      [participationId],
    );
    return row;
  }

  private async former(participationId: string): Promise<SlotBookingOptions['former']> {
    const [row]: (SlotRow & { cancelled: boolean })[] = await this.source.query(
      `SELECT ${slotColumns}, s.cancelled
       FROM research.former_booking f JOIN research.slot s ON s.id = f.slot_id
       WHERE f.participation_id = $1 AND f.expires_at > $2`,
      [participationId, this.clock.now()],
    );
    if (!row) return null;
    // Only participants who booked the slot read its place.
    const { place: _, ...slot } = slotPlaceAndTime(row);
    return { slot, called_off: row.cancelled };
  }

  /**
   * Reads the slots that participants may still choose. Full ones are included, since a seat in
   * them may become free.
   */
  private async open(sessionId: string, limitHours: number): Promise<SlotBookingOptions['slots']> {
    const now = this.clock.now();
    const rows: SlotRow[] = await this.source.query(
      `SELECT ${slotColumns} FROM research.slot s
       WHERE s.session_id = $1 AND NOT s.cancelled AND s.starts_at >= $2 AND s.starts_at > $3
       ORDER BY s.starts_at, s.place, s.id`,
      [sessionId, addMilliseconds(now, hours(limitHours)), now],
    );
    return rows.map((row) => ({
      ...slotPlaceAndTime(row),
      seats_left: row.seats - row.booked,
      reserve_seats_left: row.reserve_seats - row.reserves,
    }));
  }
}
