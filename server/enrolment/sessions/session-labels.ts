import type { EntityManager } from 'typeorm';
import { mayOnStudySql } from '../../studies/study.policy';

export interface SessionLabel {
  readonly id: string;
  readonly study_id: string;
  /** The title of the study; null if the account may not read the study. */
  readonly study_title: string | null;
  readonly name: string | null;
  readonly number: number;
  readonly capacity: number;
}

/**
 * Reads titles and names of sessions for an account that pays or paid for them. The study may have
 * another owner by now, so the account gets title and name only if it may still read the study.
 * @returns the labels by the session's id
 */
export async function readSessionLabels(
  manager: Pick<EntityManager, 'query'>,
  sessionIds: readonly string[],
  accountId: string,
): Promise<Map<string, SessionLabel>> {
  const rows: SessionLabel[] = await manager.query(
    `SELECT s.id, s.study_id, CASE WHEN w.may THEN t.title END AS study_title, CASE WHEN w.may THEN s.name END AS name,
       s.number, s.capacity
     FROM research.session s JOIN research.study_profile t ON t.id = s.study_id,
       LATERAL (SELECT ${mayOnStudySql('read', 't', '$2')} AS may) w
     WHERE s.id = ANY($1::uuid[])`,
    [sessionIds, accountId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
