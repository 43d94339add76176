import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { lockSeatRow, readSeatOfAccount, restoreLeaseDeadlines } from '../../enrolment/seats/lease';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { bookingOfParticipation, lockSlotRows, bookingTermsOfSession } from './book-slot.command';
import { judgeCancelling } from './booking.rule';
import { recordPromotedReserves } from './promoted-reserves';
import { slotsRateLimits } from '../slots.rate-limits';

/**
 * Cancels the caller's booking. The participant keeps the seat in the study, and again has a
 * deadline by which to start. Idempotent.
 */
export class CancelBooking extends Command<void> {
  constructor(
    readonly participationId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CancelBooking)
export class CancelBookingHandler implements ICommandHandler<CancelBooking> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, illegal_transition, slot_too_late, too_many_requests */
  async execute({ participationId, caller }: CancelBooking): Promise<void> {
    const { account_id } = caller.person;
    await this.limit.consume(slotsRateLimits.booking, account_id);
    return this.unitOfWork.run(
      async (tx) => {
        const own = await readSeatOfAccount(tx.manager, this.secrets, participationId, account_id);
        const seat = own && (await lockSeatRow(tx, own.id));
        if (!seat) throw new DomainError('not_found');
        const booking = await bookingOfParticipation(tx, seat.id);
        if (!booking) return;
        const slot = (await lockSlotRows(tx, [booking.slot_id])).get(booking.slot_id);
        if (!slot) return;
        const { change_until_hours } = await bookingTermsOfSession(tx, seat.session_id);
        const now = this.clock.now();
        const refusal = judgeCancelling(now, seat.state, slot, change_until_hours);
        if (refusal)
          throw new DomainError(refusal, { hours: change_until_hours, from: seat.state });
        await tx.query(`DELETE FROM research.booking WHERE participation_id = $1`, [seat.id]);
        await restoreLeaseDeadlines(
          tx,
          [{ participation_id: seat.id, lease_until: booking.lease_until }],
          now,
        );
        const { session_id, study_id } = seat;
        tx.record('slots.booking-cancelled', {
          participation_id: seat.id,
          session_id,
          study_id,
          slot_id: slot.id,
        });
        await recordPromotedReserves(tx, session_id);
      },
      { requestId: caller.request_id, turn: participationId },
    );
  }
}
