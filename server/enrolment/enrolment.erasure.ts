import type { Erasure } from '../platform/context';
import { unlinkParticipations } from './participations/unlink-participations';
import { releaseSeats } from './seats/release-seats';
import { closeOwnerSessions } from './sessions/close-owner-sessions';

/** What the purge of an account does to sessions and participations. */
export const enrolmentErasure: Erasure = {
  /** The owner's studies outlive the account, but without an owner they must not recruit. */
  prepare: (tx, accountId, { minute }) => closeOwnerSessions(tx, accountId, minute),

  /** Deletes the links, so that participations stay as pseudonyms, and gives the seats back. */
  async erase(tx, accountId, { now }) {
    await releaseSeats(tx, await unlinkParticipations(tx, accountId), now);
    return undefined;
  },
};
