import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../access/caller';
import { lockSeatRows, restoreLeaseDeadlines } from '../enrolment/seats/lease';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { lockSlotRow } from './change-slot.command';
import { managedSession, sessionOfSlot } from './managed-session.read';

/**
 * Cancels a slot. Participants who booked it get a mail, keep their place in the study, and can
 * book another slot.
 */
export class CancelSlot extends Command<void> {
  constructor(
    readonly slotId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CancelSlot)
export class CancelSlotHandler implements ICommandHandler<CancelSlot> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, also for a slot that is cancelled already */
  async execute({ slotId, caller }: CancelSlot): Promise<void> {
    const requestId = caller.request_id;
    await this.unitOfWork.run(
      async (tx) => {
        const session_id = await sessionOfSlot(tx.manager, slotId);
        const { account_id } = caller.person;
        const { study_id } = await managedSession(tx.manager, 'run', session_id, account_id);
        await lockSlotRow(tx, slotId);
        await tx.query(`UPDATE research.slot SET cancelled = true WHERE id = $1`, [slotId]);
        tx.record('slots.calendar-changed', { session_id, study_id });
      },
      { requestId, turn: slotId },
    );
    // Now the slot cannot be booked any more. If this process fails before the bookings are
    // removed, the job removes them (slots.job.ts).
    await this.unitOfWork.run((tx) => removeBookingsOfCancelledSlot(tx, slotId, this.clock.now()), {
      requestId,
    });
  }
}

/**
 * Removes all bookings of a cancelled slot. Locks the participations before the slot, in the same
 * order as every other transaction.
 * @returns how many bookings were removed
 */
export async function removeBookingsOfCancelledSlot(
  tx: Transaction,
  slotId: string,
  now: Date,
): Promise<number> {
  const there = await tx.query<{ participation_id: string }>(
    `SELECT participation_id FROM research.booking WHERE slot_id = $1`,
    [slotId],
  );
  if (there.length === 0) return 0;
  await lockSeatRows(
    tx,
    there.map((one) => one.participation_id),
  );
  await tx.query(`SELECT id FROM research.slot WHERE id = $1 FOR NO KEY UPDATE`, [slotId]);
  const freed = await tx.query<{
    participation_id: string;
    lease_until: Date | null;
    session_id: string;
    study_id: string;
  }>(
    `DELETE FROM research.booking b USING research.slot s
     JOIN research.recruitment r ON r.id = s.session_id
     WHERE s.id = $1 AND b.slot_id = s.id AND s.cancelled
     RETURNING b.participation_id, b.lease_until, s.session_id, r.study_id`,
    [slotId],
  );
  await restoreLeaseDeadlines(tx, freed, now);
  for (const { lease_until: _, ...ids } of freed)
    tx.record('slots.slot-cancelled', { ...ids, slot_id: slotId });
  return freed.length;
}
