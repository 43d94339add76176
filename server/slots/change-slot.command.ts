import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { EndpointInput } from '../../contracts/base/endpoint';
import type { changeSlot, Slot as View } from '../../contracts/slots/slots';
import type { Caller } from '../access/caller';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { recordPromotedReserves } from './bookings/promoted-reserves';
import { managedSession, sessionOfSlot } from './managed-session.read';
import { slotsRateLimits } from './slots.rate-limits';
import { slotColumns, slotView, type SlotRow } from './slot-view';

/**
 * Changes the place of a slot and its number of seats. Its time never changes, since people agreed
 * to come at that time.
 */
export class ChangeSlot extends Command<View> {
  constructor(
    readonly slotId: string,
    readonly body: EndpointInput<typeof changeSlot>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeSlot)
export class ChangeSlotHandler implements ICommandHandler<ChangeSlot> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly source: DataSource,
    private readonly limit: RateLimit,
  ) {}

  /** @throws DomainError not_found, capacity_below_taken, too_many_requests */
  async execute({ slotId, body, caller }: ChangeSlot): Promise<View> {
    await this.countPlaces(slotId, body, caller);
    return this.unitOfWork.run(
      async (tx) => {
        const sessionId = await sessionOfSlot(tx.manager, slotId);
        const { account_id } = caller.person;
        const session = await managedSession(tx.manager, 'run', sessionId, account_id);
        const before = await lockSlotRow(tx, slotId);
        const seats = body.seats ?? before.seats;
        // If the slot gets more seats, reserves move up to these seats. The reserves who move up
        // count as booked.
        const moveUp = Math.min(before.reserves, Math.max(0, seats - before.booked));
        const reserveSeats = body.reserve_seats ?? before.reserve_seats;
        if (seats < before.booked) throw below(before.booked);
        if (reserveSeats < before.reserves - moveUp) throw below(before.reserves - moveUp);
        await tx.query(`UPDATE research.slot SET seats = $2, place = $3, link = $4 WHERE id = $1`, [
          slotId,
          seats,
          body.place === undefined ? before.place : (body.place ?? ''),
          body.link === undefined ? before.link : body.link,
        ]);
        await tx.query(
          `UPDATE research.booking SET reserve_no = NULL, is_moved_up = true WHERE participation_id IN (
             SELECT participation_id FROM research.booking
             WHERE slot_id = $1 AND reserve_no IS NOT NULL ORDER BY reserve_no LIMIT $2)`,
          [slotId, moveUp],
        );
        await tx.query(`UPDATE research.slot SET reserve_seats = $2 WHERE id = $1`, [
          slotId,
          reserveSeats,
        ]);
        const after = await lockSlotRow(tx, slotId);
        const ids = { session_id: sessionId, study_id: session.study_id };
        if (after.place !== before.place || after.link !== before.link)
          for (const participation_id of await bookedBy(tx, slotId))
            tx.record('slots.slot-changed', { ...ids, participation_id });
        await recordPromotedReserves(tx, sessionId);
        tx.record('slots.calendar-changed', ids);
        return slotView(after);
      },
      { requestId: caller.request_id, turn: slotId },
    );
  }

  /**
   * Counts a change of the place against the slot's rate limit. Runs before the transaction: inside
   * it, the rate limit would need a second database connection.
   * @throws DomainError not_found
   */
  private async countPlaces(
    slotId: string,
    { place, link }: ChangeSlot['body'],
    { person }: Caller,
  ): Promise<void> {
    const { manager } = this.source;
    const sessionId = await sessionOfSlot(manager, slotId);
    await managedSession(manager, 'run', sessionId, person.account_id);
    const [slot]: { place: string; link: string | null }[] = await this.source.query(
      `SELECT place, link FROM research.slot WHERE id = $1`,
      [slotId],
    );
    if (
      slot &&
      ((place !== undefined && (place ?? '') !== slot.place) ||
        (link !== undefined && link !== slot.link))
    )
      await this.limit.consume(slotsRateLimits.moved, slotId);
  }
}

const below = (taken: number) => new DomainError('capacity_below_taken', { taken });

/**
 * Locks a slot that is not cancelled, and reads it.
 * @throws DomainError not_found
 */
export async function lockSlotRow(tx: Transaction, id: string): Promise<SlotRow> {
  const [slot] = await tx.query<SlotRow>(
    `SELECT ${slotColumns} FROM research.slot s WHERE s.id = $1 AND NOT s.cancelled FOR NO KEY UPDATE`,
    [id],
  );
  if (!slot) throw new DomainError('not_found');
  return slot;
}

async function bookedBy(tx: Transaction, slotId: string): Promise<string[]> {
  const rows = await tx.query<{ participation_id: string }>(
    `SELECT participation_id FROM research.booking WHERE slot_id = $1`,
    [slotId],
  );
  return rows.map((row) => row.participation_id);
}
