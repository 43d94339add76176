import { participationIdsOfAccount } from '../enrolment/participations/discussed-participation';
import type { ErasureSteps } from '../platform/context/context';
import { cancelSlotsOfResearcher } from './cancel-ahead';

/** The effects of an account's purge on slots and bookings. */
export const slotsErasure: ErasureSteps = {
  /**
   * Cancels the slots of an erased researcher, since no person would receive the participants:
   * these get an email and an update for their calendars.
   */
  prepare: (tx, accountId, { now }) => cancelSlotsOfResearcher(tx, accountId, now),

  /**
   * Runs before the enrolment context deletes the links between account and participations: without
   * them the server cannot find these participations. A trigger (booking_given_up) deletes bookings
   * together with their seats; bookings of participants who have started, and so keep their seats,
   * would otherwise stay until the slot is over.
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
