import type { Erasure } from '../platform/context';
import { releaseSeats } from './seats/release-seats';
import { closeOwnerSessions } from './sessions/close-owner-sessions';

/** What the purge of an account does to sessions and participations. */
export const enrolmentErasure: Erasure = {
  /** Research outlives its owner, but recruits nobody without one. */
  prepare: (tx, accountId, { minute }) => closeOwnerSessions(tx, accountId, minute),

  /** Deletes the links, so that participations stay as pseudonyms, and gives the seats back. */
  async erase(tx, accountId, { now }) {
    await tx.as('commonlab_link');
    const links = await tx.query<{ participation_id: string }>(
      `DELETE FROM identity.participation_link WHERE account_id = $1 RETURNING participation_id`,
      [accountId],
    );
    await tx.as('commonlab_app');
    await releaseSeats(
      tx,
      links.map((link) => link.participation_id),
      now,
    );
    return undefined;
  },
};
