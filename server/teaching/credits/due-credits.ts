import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/db/unit-of-work';

/** How many participations, or submissions, one page contains. */
export const creditsPerPage = 200;

export interface DueParticipation {
  readonly participation_id: string;
  readonly study_id: string;
  readonly quarters: number;
  /** The day (UTC) on which the credit was earned. */
  readonly day: string;
}

interface DueSubmission {
  readonly id: string;
  readonly student_key: Buffer;
  readonly minutes: number;
  readonly course_id: string | null;
}

/**
 * SQL condition: the credit of a participation may be granted now. In an anonymous session, the
 * credit must have been earned on an earlier day: credit of today would reveal an event that the
 * pages of the session show only from tomorrow on.
 * @param c an alias of research.participation_credit
 * @param today an operand of type date (UTC)
 */
const isDueSql = (c: string, today: string) =>
  `${c}.state = 'due' AND (${c}.day < ${today} OR EXISTS (SELECT FROM research.recruitment named
    WHERE named.id = ${c}.session_id AND named.privacy_level <> 'anonymous'))`;

/**
 * SQL condition: the credit of a submission may be granted now. The submission must have been
 * accepted on an earlier day. The person who accepts it does not see the student's name. If a
 * student's sum rose at once, this person could recognise the student.
 */
const isDueSubmissionSql = (w: string, today: string) =>
  `${w}.credit = 'due' AND ${w}.day < ${today}`;

/**
 * SQL condition: whether there is any credit to grant.
 * @param today an operand of type date (UTC)
 */
export const hasDueCreditsSql = (today: string): string =>
  `(EXISTS (SELECT FROM research.participation_credit c WHERE c.state = 'granting' OR ${isDueSql('c', today)})
    OR EXISTS (SELECT FROM identity.submission w WHERE ${isDueSubmissionSql('w', today)}))`;

/**
 * Marks a page of participations, chosen at random, as being granted. The transaction must write
 * nothing else (grant-credits.ts).
 */
export async function beginGranting(tx: Transaction, today: string): Promise<void> {
  await tx.query(
    `UPDATE research.participation_credit SET state = 'granting' WHERE participation_id IN (
       SELECT c.participation_id FROM research.participation_credit c WHERE ${isDueSql('c', '$1::date')}
       ORDER BY random() LIMIT ${creditsPerPage} FOR NO KEY UPDATE SKIP LOCKED)`,
    [today],
  );
}

/**
 * Reads a page of participations that are marked as being granted, in random order. An earlier,
 * interrupted run may have marked some of them.
 */
export const participationsToCredit = (source: DataSource): Promise<DueParticipation[]> =>
  source.query(
    `SELECT c.participation_id, s.study_id, c.quarters, c.day::text AS day
     FROM research.participation_credit c JOIN research.recruitment s ON s.id = c.session_id
     WHERE c.state = 'granting' ORDER BY random() LIMIT ${creditsPerPage}`,
  );

/** Marks participations as granted. The transaction must write nothing else (grant-credits.ts). */
export async function endGranting(tx: Transaction, participationIds: readonly string[]) {
  await tx.query(
    `UPDATE research.participation_credit SET state = 'granted'
     WHERE participation_id = ANY($1::uuid[]) AND state = 'granting'`,
    [participationIds],
  );
}

/** Reads a page of accepted submissions whose credit is due, in random order. */
export const submissionsToCredit = (
  source: DataSource,
  today: string,
): Promise<{ id: string; student_key: Buffer }[]> =>
  source.query(
    `SELECT w.id, w.student_key FROM identity.submission w WHERE ${isDueSubmissionSql('w', '$1::date')}
     ORDER BY random() LIMIT ${creditsPerPage}`,
    [today],
  );

/**
 * Locks a submission and marks its credit as granted; undefined where the credit is no longer due.
 */
export async function markSubmissionCredited(
  tx: Transaction,
  id: string,
): Promise<DueSubmission | undefined> {
  const [taken] = await tx.query<DueSubmission>(
    `UPDATE identity.submission w SET credit = 'granted'
     FROM identity.assignment a, identity.classroom room
     WHERE w.id = $1 AND w.credit = 'due' AND a.id = w.assignment_id AND room.id = w.classroom_id
     RETURNING w.id, w.student_key, coalesce(a.minutes, 1) AS minutes, room.course_id`,
    [id],
  );
  return taken;
}
