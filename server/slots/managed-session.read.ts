import type { EntityManager } from 'typeorm';
import type { SessionState } from '../../contracts/enrolment/sessions';
import { slotKindOf, type SlotKind } from '../../contracts/slots/slots';
import type { PrivacyLevel } from '../../contracts/studies/studies';
import { seesEventsAtOnceSql } from '../studies/people/reader-by-day.sql';
import { seesParticipantNamesSql } from '../studies/people/roster.policy';
import { requirePermission, permissionError } from '../studies/people/refusals';
import { mayOnStudySql, type StudyAction } from '../studies/study.policy';

/** A session whose slots the account may manage. */
export interface ManagedSession {
  id: string;
  study_id: string;
  state: SessionState;
  privacy_level: PrivacyLevel;
  /**
   * Whether the account sees at once who comes to which slot, and not only when the day of the slot
   * is over (reader-by-day.sql.ts).
   */
  sees_names: boolean;
  title: string;
  kind: SlotKind | null;
  /** The place where the study is held, from the study's settings. */
  place: string | null;
}

/**
 * Reads a session for an account that may take the action `act` on its study.
 * @throws DomainError forbidden for callers who may only read the session, not_found for all others
 */
export async function managedSession(
  manager: EntityManager,
  act: StudyAction,
  sessionId: string,
  accountId: string,
): Promise<ManagedSession> {
  const rows: (Omit<ManagedSession, 'kind'> & { kind: string | null; may: boolean })[] =
    await manager.query(
      `SELECT ${act === 'see_names' ? seesParticipantNamesSql('st', 'r', '$2') : mayOnStudySql(act, 'st', '$2')} AS may,
       r.id, r.study_id, r.state, r.privacy_level,
       ${seesEventsAtOnceSql('st', 'r', '$2')} AS sees_names,
       coalesce(r.snapshot->>'title', st.title) AS title,
       coalesce(r.snapshot->'runtime', st.runtime)->>'kind' AS kind,
       nullif(coalesce(r.snapshot->'runtime', st.runtime)->>'place', '') AS place
     FROM research.recruitment r JOIN research.study_profile st ON st.id = r.study_id
     WHERE r.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
      [sessionId, accountId],
    );
  const { may: _, ...row } = requirePermission(rows[0]);
  return { ...row, kind: row.kind === null ? null : slotKindOf({ kind: row.kind }) };
}

/**
 * Reads the session that a slot belongs to.
 * @throws DomainError not_found, also for a cancelled slot
 */
export async function sessionOfSlot(manager: EntityManager, slotId: string): Promise<string> {
  const [slot]: { session_id: string }[] = await manager.query(
    `SELECT session_id FROM research.slot WHERE id = $1 AND NOT cancelled`,
    [slotId],
  );
  if (!slot) throw permissionError(false);
  return slot.session_id;
}
