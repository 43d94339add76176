import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type {
  ArrivedReturn,
  ReturnOutcome,
  ReturnRefusal,
  ReturnResult,
  ReturnWay,
} from '../../contracts/external-returns';
import type { PrivacyLevel } from '../../contracts/studies';

/** One return, as it is written down. */
export interface LoggedReturn {
  readonly session_id: string;
  readonly tag: string | null;
  readonly way: ReturnWay;
  readonly outcome: ReturnOutcome | null;
  readonly result: ReturnResult;
  readonly reason: ReturnRefusal | null;
  readonly now: Date;
  /** Whether the moment may be kept: never in an anonymous session (docs/domain.md, 4). */
  readonly to_the_moment: boolean;
}

/**
 * Counts it with the equal ones of its day (UTC): whoever repeats a return, or tries signatures, adds
 * no row.
 */
export async function logReturn(manager: EntityManager, of: LoggedReturn): Promise<void> {
  await manager.query(
    `INSERT INTO research.external_return AS r
       (session_id, tag, way, outcome, result, reason, day, last_at, id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (session_id, tag, day, way, outcome, result, reason)
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
    ],
  );
}

interface Row {
  tag: string;
  way: ReturnWay;
  outcome: ReturnOutcome | '';
  result: ReturnResult;
  reason: ReturnRefusal | '';
  day: string;
  last_at: Date | null;
  times: number;
}
const most = 100;

/**
 * Who reads what arrived: the participant what is about their tag, who runs the study all of it, as
 * the roster of a level reads to them.
 */
export type ReturnReader = { tag: string } | { level: PrivacyLevel };

/**
 * Where the roster of the level $3 shows the name, and so the moment; null: to the participant. A
 * return that changed nothing may be about a participant who has not started.
 */
const tellsMoment = `CASE $3::text WHEN 'roster_on_start' THEN reason <> 'not_started'
  WHEN 'roster_on_completion' THEN result <> 'refused' AND outcome IN ('completed', 'failed_check')
  ELSE $3 IS NULL END`;

/**
 * The newest kinds of returns to a session, at most a hundred; of one day in the order of their ids,
 * which is random: it does not tell who came first.
 */
export async function arrivedReturns(
  manager: EntityManager,
  sessionId: string,
  reader: ReturnReader,
): Promise<ArrivedReturn[]> {
  const [tag, level] = 'tag' in reader ? [reader.tag, null] : [null, reader.level];
  const rows: Row[] = await manager.query(
    `SELECT tag, way, outcome, result, reason, day::text AS day, times,
       CASE WHEN ${tellsMoment} THEN last_at END AS last_at
     FROM research.external_return WHERE session_id = $1 AND ($2::text IS NULL OR tag = $2)
     ORDER BY day DESC, CASE WHEN ${tellsMoment} THEN last_at END DESC NULLS LAST, id LIMIT ${most}`,
    [sessionId, tag, level],
  );
  return rows.map((row) => ({
    ...row,
    tag: row.tag || null,
    outcome: row.outcome || null,
    reason: row.reason || null,
    last_at: row.last_at?.toISOString() ?? null,
  }));
}
