import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * The state of a participation, which stays the same until the transaction ends: a concurrent transition waits for
 * the participation's row, or reads it again later.
 */
export async function lockedParticipationState(
  tx: Transaction,
  participationId: string,
): Promise<ParticipationState | undefined> {
  const [row] = await tx.query<{ state: ParticipationState }>(
    `SELECT state FROM research.participation WHERE id = $1 FOR SHARE`,
    [participationId],
  );
  return row?.state;
}
