import { migrationOptions, connect } from '../platform/db/database';
import { launchedMsAgo, momentsOf } from './simulated-moments.rule';

/**
 * Gives the simulated participants of the demo the moments that people would have. Each is the owner's
 * change of the database, since the product itself never changes when a step was taken.
 * @param ids participations, in the order of the simulated participants
 */
export async function spreadMoments(
  ownerUrl: string,
  sessionId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const owner = await connect(migrationOptions(ownerUrl, [], []));
  const launched = new Date(now.getTime() - launchedMsAgo);
  const people = JSON.stringify(ids.map((id, n) => ({ id, ...momentsOf(n, ids.length, now) })));
  const of = `jsonb_to_recordset($1::jsonb) AS m (
    id uuid, enrolled timestamptz, started timestamptz, completed timestamptz)`;
  try {
    await owner.transaction(async (tx) => {
      await tx.query(
        `UPDATE research.session SET created_at = $2::timestamptz - interval '2 minutes',
           launched_at = $2::timestamptz WHERE id = $1::uuid`,
        [sessionId, launched],
      );
      await tx.query(
        `UPDATE research.session_change SET at = $2::timestamptz WHERE session_id = $1::uuid`,
        [sessionId, launched],
      );
      await tx.query(
        `UPDATE research.participation p SET created_at = m.enrolled, started_at = m.started,
           updated_at = CASE p.state WHEN 'completed' THEN m.completed ELSE m.started END
         FROM ${of} WHERE p.id = m.id`,
        [people],
      );
      await tx.query(
        `UPDATE research.participation_move moved SET at = CASE moved.to_state
             WHEN 'enrolled' THEN m.enrolled WHEN 'started' THEN m.started
             WHEN 'completed' THEN m.completed ELSE moved.at END
         FROM ${of} WHERE moved.participation_id = m.id`,
        [people],
      );
    });
  } finally {
    await owner.destroy();
  }
}
