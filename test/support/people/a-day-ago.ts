import { Client } from 'pg';
import type { RunningApp } from '../app/launch-app';

/**
 * Moves what participants did today in this session to the day before. The roster of an anonymous
 * session shows events only from the next day on (server/enrolment/model/state-of-day.ts).
 */
export async function moveStepsToYesterday(
  { engines }: Pick<RunningApp, 'engines'>,
  sessionId: string,
): Promise<void> {
  const today = `date_trunc('day', now(), 'UTC')`;
  const owner = new Client({ connectionString: engines.migrationDatabaseUrl });
  await owner.connect();
  try {
    await owner.query(
      `UPDATE research.participation_move m SET at = m.at - interval '1 day'
       FROM research.participation p WHERE p.id = m.participation_id AND p.session_id = $1 AND m.at >= ${today}`,
      [sessionId],
    );
    await owner.query(
      `UPDATE research.participation SET updated_at = updated_at - interval '1 day'
       WHERE session_id = $1 AND updated_at >= ${today}`,
      [sessionId],
    );
    await owner.query(
      `UPDATE research.external_return SET day = day - 1
       WHERE session_id = $1 AND day >= (${today} AT TIME ZONE 'UTC')::date`,
      [sessionId],
    );
    await owner.query(
      `UPDATE research.pending_decision
       SET decided_at = decided_at - interval '1 day', judged_on = judged_on - 1
       WHERE session_id = $1 AND decided_at >= ${today}`,
      [sessionId],
    );
  } finally {
    await owner.end();
  }
}
