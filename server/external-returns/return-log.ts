import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type {
  ReturnLogLine,
  ReturnOutcome,
  ReturnRefusal,
  ReturnProcessingResult,
  ReturnChannel,
} from '../../contracts/external-returns/external-returns';
import type { PrivacyLevel } from '../../contracts/studies/studies';
import type { Transaction } from '../platform/db/unit-of-work';

/** One return from an external study, as the log stores it. */
export interface LoggedReturn {
  readonly session_id: string;
  readonly tag: string | null;
  readonly way: ReturnChannel;
  readonly outcome: ReturnOutcome | null;
  readonly result: ReturnProcessingResult;
  readonly reason: ReturnRefusal | null;
  /**
   * What the response told the sender, if that differs from what really happened
   * (docs/decisions/participant-decisions.md).
   */
  readonly told?: {
    readonly result: ReturnProcessingResult;
    readonly reason: ReturnRefusal | null;
  };
  readonly now: Date;
  /**
   * Whether the log may store the exact time of the return: never in an anonymous session
   * (docs/domain.md, 4).
   */
  readonly to_the_moment: boolean;
}

/**
 * Logs a return. Equal returns of one day (UTC) are counted in one row: a sender who repeats a
 * return, or guesses signatures, adds no row.
 */
export async function logReturn(manager: EntityManager, of: LoggedReturn): Promise<void> {
  await manager.query(
    `INSERT INTO research.external_return AS r
       (session_id, tag, way, outcome, result, reason, day, last_at, id, told_result, told_reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (session_id, tag, day, way, outcome, result, reason, told_result, told_reason)
     DO UPDATE SET times = least(r.times + 1, 1000000), last_at = excluded.last_at`,
    [
      of.session_id,
      of.tag ?? '',
      of.way,
      of.outcome ?? '',
      of.result,
      of.reason ?? '',
      of.now.toISOString().slice(0, 10),
      of.to_the_moment ? of.now : null,
      randomUUID(),
      (of.told ?? of).result,
      (of.told ?? of).reason ?? '',
    ],
  );
}

/**
 * Reads the outcome that the study's server reported on this day (UTC) for the participant with
 * this tag. Only a report that got the response `done` counts; null if there is none.
 */
export async function outcomeReportedByServer(
  tx: Transaction,
  sessionId: string,
  tag: string,
  day: string,
): Promise<ReturnOutcome | null> {
  const [row] = await tx.query<{ outcome: ReturnOutcome }>(
    `SELECT outcome FROM research.external_return
     WHERE session_id = $1 AND tag = $2 AND day = $3::date AND way = 'server' AND told_result = 'done'
     LIMIT 1`,
    [sessionId, tag, day],
  );
  return row?.outcome ?? null;
}

interface Row {
  tag: string;
  way: ReturnChannel;
  outcome: ReturnOutcome | '';
  result: ReturnProcessingResult;
  reason: ReturnRefusal | '';
  day: string;
  last_at: Date | null;
  times: number;
}
const most = 100;

/**
 * Who reads the log of returns:
 * - A participant (`tag`) reads the returns with their own tag.
 * - The researchers who run the study (`level`) read all returns. They see as much detail as the
 *   roster shows at the session's privacy level.
 * - `hidden` is the beginning of the day whose events an anonymous session hides. For this day,
 *   researchers see only the returns that the external study's server sent, with their number and
 *   the responses that it got: the external server knows these already. A return that came through
 *   the participant appears on the next day.
 */
export type ReturnLogReader = { tag: string } | { level: PrivacyLevel; hidden: Date | null };

/**
 * SQL condition: the reader may see the exact time of a return.
 * - If $3 is null, the reader is the participant. The participant may always see the time.
 * - Otherwise the reader is a researcher. A researcher may see the time if the roster at the
 *   privacy level $3 shows the participant's name. No roster names the participant of a return that
 *   was refused as `not_started`.
 */
const tellsMoment = `CASE $3::text WHEN 'roster_on_start' THEN r.reason <> 'not_started'
  WHEN 'roster_on_completion' THEN r.result <> 'refused' AND outcome IN ('completed', 'failed_check')
  ELSE $3 IS NULL END`;

/**
 * Reads the returns to a session, the newest first, at most a hundred lines. Equal returns are one
 * line. Within one day, lines without an exact time are in the order of their random ids, which do
 * not reveal what came first. If the session hides the events of a day, the lines of that day are
 * in the order of their columns: an order by ids could depend on a hidden event.
 */
export async function arrivedReturns(
  manager: EntityManager,
  sessionId: string,
  reader: ReturnLogReader,
): Promise<ReturnLogLine[]> {
  const { tag, level, hidden } =
    'tag' in reader ? { ...reader, level: null, hidden: null } : { ...reader, tag: null };
  const rows: Row[] = await manager.query(
    `SELECT told.tag, way, outcome, told.result, told.reason, day::text AS day,
       max(CASE WHEN ${tellsMoment} THEN last_at END) AS last_at, sum(times)::int AS times
     FROM (SELECT *, $4::timestamptz IS NOT NULL AND day >= ($4 AT TIME ZONE 'UTC')::date AS is_hidden
       FROM research.external_return WHERE session_id = $1) r,
     LATERAL (SELECT CASE WHEN is_hidden THEN '' ELSE r.tag END AS tag,
       CASE WHEN is_hidden THEN told_result ELSE r.result END AS result,
       CASE WHEN is_hidden THEN told_reason ELSE r.reason END AS reason) told
     WHERE ($2::text IS NULL OR r.tag = $2) AND (NOT is_hidden OR way = 'server')
     GROUP BY told.tag, way, outcome, told.result, told.reason, day, is_hidden
     ORDER BY day DESC, max(CASE WHEN ${tellsMoment} THEN last_at END) DESC NULLS LAST,
       CASE WHEN NOT is_hidden THEN min(id::text) END, way, outcome, told.result, told.reason
     LIMIT ${most}`,
    [sessionId, tag, level, hidden],
  );
  return rows.map((row) => ({
    ...row,
    tag: row.tag || null,
    outcome: row.outcome || null,
    reason: row.reason || null,
    last_at: row.last_at?.toISOString() ?? null,
  }));
}
