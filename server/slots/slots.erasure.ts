import { participationsOf } from '../enrolment/participations/discussed-participation';
import type { Erasure } from '../platform/context';
import { cancelOwnSlots } from './cancel-ahead';

/** What the purge of an account does to slots and bookings. */
export const slotsErasure: Erasure = {
  /** No researcher is there to receive participants any more: they are told, and their calendars too. */
  prepare: (tx, accountId, { now }) => cancelOwnSlots(tx, accountId, now),

  /**
   * Before the links go (enrolment): afterwards nothing says which participations these were. The
   * bookings end with their seats, and leave nothing behind (the trigger booking_given_up).
   */
  async erase(tx, accountId, _at, secrets) {
    const own = await participationsOf(tx, accountId, secrets);
    await tx.query(`DELETE FROM research.former_booking WHERE participation_id = ANY($1::uuid[])`, [
      own,
    ]);
    return undefined;
  },
};
