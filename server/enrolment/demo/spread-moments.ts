import { connect, migrationOptions } from '../../platform/db/database';

/** The times at which a participant of the demo enrolled, started and completed. */
export interface DemoParticipationTimes {
  id: string;
  enrolled: Date;
  started: Date;
  completed: Date;
}

/**
 * Gives the simulated participants of the demo plausible times. Connects as the owner of the
 * database, since the product's own role cannot change the time of a transition.
 */
export async function spreadDemoTimes(
  ownerUrl: string,
  sessionId: string,
  launched: Date,
  of: readonly DemoParticipationTimes[],
): Promise<void> {
  const owner = await connect(migrationOptions(ownerUrl, [], []));
  const people = JSON.stringify(of);
  const rows = `jsonb_to_recordset($1::jsonb) AS m (
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
           updated_at = CASE p.state WHEN 'completed' THEN m.completed WHEN 'approved' THEN p.updated_at ELSE m.started END
         FROM ${rows} WHERE p.id = m.id`,
        [people],
      );
      await tx.query(
        `UPDATE research.participation_move moved SET at = CASE moved.to_state
             WHEN 'enrolled' THEN m.enrolled WHEN 'started' THEN m.started
             WHEN 'completed' THEN m.completed ELSE moved.at END
         FROM ${rows} WHERE moved.participation_id = m.id`,
        [people],
      );
    });
  } finally {
    await owner.destroy();
  }
}
