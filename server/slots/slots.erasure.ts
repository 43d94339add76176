import { participationIdsOfAccount } from '../enrolment/participations/discussed-participation';
import type { ErasureSteps } from '../platform/context/context';
import { cancelSlotsOfResearcher } from './cancel-ahead';

/** What this context does with slots and bookings when an account is erased. */
export const slotsErasure: ErasureSteps = {
  /**
   * Cancels the slots of an erased researcher, since no researcher would be there. The participants
   * get an email that also updates their calendars.
   */
  prepare: (tx, accountId, { now }) => cancelSlotsOfResearcher(tx, accountId, now),

  /**
   * Deletes the future bookings of an erased participant. Runs before the enrolment context deletes
   * the links from the account to its participations, because it finds the bookings by these links.
   * The trigger `booking_given_up` is not enough: it deletes a booking only if the seat ends, and
   * participants who have started keep their seat.
   */
  async erase(tx, accountId, { now }, secrets) {
    const own = await participationIdsOfAccount(tx, accountId, secrets);
    await tx.query(
      `SELECT FROM research.slot WHERE id IN (
         SELECT slot_id FROM research.booking WHERE participation_id = ANY($1::uuid[]))
       ORDER BY id FOR NO KEY UPDATE`,
      [own],
    );
    await tx.query(
      `DELETE FROM research.booking b USING research.slot s
       WHERE s.id = b.slot_id AND b.participation_id = ANY($1::uuid[]) AND s.starts_at > $2`,
      [own, now],
    );
    await tx.query(`DELETE FROM research.former_booking WHERE participation_id = ANY($1::uuid[])`, [
      own,
    ]);
    return undefined;
  },
};
