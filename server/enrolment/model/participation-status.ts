import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Reads the state of a participation, and locks its row. No other transaction can change the state
 * until the caller's transaction ends.
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
