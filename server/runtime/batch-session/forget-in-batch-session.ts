import { jatosIdsOf } from '../../../contracts/runtime/jatos-ids.rule';
import { isSameJson, type JsonValue } from '../../../contracts/runtime/json-patch.rule';
import { pseudonymsByParticipation } from '../../enrolment/model/participants-of';
import type { Transaction } from '../../platform/db/unit-of-work';
import { lockBatchSession, writeBatchSession } from './batch-session.sql';
import { withoutParticipantIds } from './without-participant-ids.rule';

interface Run {
  readonly participation_id: string;
  readonly session_id: string;
  readonly seed: Buffer;
}

/**
 * Removes from the shared documents what is stored under the ids of participants who withdraw.
 * These are the ids that a participant's page knows, and that a study may therefore have stored.
 * The caller must have locked the participants' runs.
 */
export async function removeIdsFromBatchSessions(
  tx: Transaction,
  runs: readonly Run[],
  day: string,
): Promise<void> {
  const shared = await tx.query<{ session_id: string }>(
    `SELECT session_id FROM research.batch_session WHERE session_id = ANY($1::uuid[])
     ORDER BY session_id`,
    [[...new Set(runs.map(({ session_id }) => session_id))]],
  );
  if (shared.length === 0) return;
  const participants = await pseudonymsByParticipation(
    tx,
    runs.map(({ participation_id }) => participation_id),
  );
  for (const { session_id } of shared) {
    const names = runs
      .filter((run) => run.session_id === session_id)
      .flatMap(({ participation_id, seed }) => {
        const { code, number } = jatosIdsOf(seed.toString('hex'));
        return [participants.get(participation_id) ?? code, code, String(number)];
      });
    const held = await lockBatchSession(tx, session_id, day);
    const document = JSON.parse(held.document) as JsonValue;
    const left = withoutParticipantIds(document, names);
    if (!isSameJson(left, document))
      await writeBatchSession(tx, session_id, JSON.stringify(left), day);
  }
}
