import type { EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/participations';
import type { PrivacyLevel } from '../../../contracts/studies';
import type { Person } from '../../access/person';

/*
 * In an anonymous session the moment of a step tells who it was. A researcher who reads a list again and again
 * sees at which moment a tag appears or changes; so its lists stand still until the day (UTC) is over:
 * beside a tag stands the state in which the day began, and a participant who came since then has no line yet
 * (docs/decisions/0054-what-a-session-shows.md). What the researcher decided shows at once: its moment
 * is the researcher's own.
 */

/** Since when steps are not told beside a tag; null where each is told at once. */
export const hiddenSince = (level: PrivacyLevel, now: Date): Date | null =>
  level === 'anonymous' ? new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`) : null;

/**
 * The state that the researcher's lists tell of a participation and when it was reached, as a table
 * of one row, or of none for a participant who came since then.
 * @param p the alias of research.participation
 * @param since a parameter, the answer of `hiddenSince`
 */
export const stateOfDay = (p: string, since: string): string => `
  SELECT ${p}.state, ${p}.updated_at
  WHERE ${since}::timestamptz IS NULL OR ${p}.updated_at < ${since}::timestamptz
  UNION ALL
  SELECT told.to_state, told.at FROM (
    SELECT m.to_state, m.at, m.session_id FROM research.participation_move m
    WHERE m.participation_id = ${p}.id AND m.from_state IS DISTINCT FROM m.to_state
      AND (m.at < ${since}::timestamptz OR m.moved_by = 'researcher')
    ORDER BY m.id DESC LIMIT 1) told
  WHERE ${p}.updated_at >= ${since}::timestamptz
    AND coalesce(told.session_id, ${p}.session_id) = ${p}.session_id`;

/** Whether a session has slots: its researcher sees at the door who comes, and notes it at once. */
export const hasSlotsSql = (s: string): string =>
  `coalesce(${s}.snapshot #>> '{runtime,kind}' IN ('onsite', 'video'), false)`;

/**
 * Whether the lists of this reader tell which slot a tag has booked, and not the day alone. Who may not
 * learn names reads all as anonymous: a researcher who is not approved, an editor.
 */
export const readsSlots = (
  of: { privacy_level: PrivacyLevel; sees_names: boolean },
  { researcher_privilege }: Pick<Person, 'researcher_privilege'>,
): boolean => of.privacy_level !== 'anonymous' && of.sees_names && researcher_privilege === true;

/**
 * For a person who may run the session; the caller has checked it.
 * @returns the told state by participation; those without a line are left out
 */
export async function toldStates(
  manager: EntityManager,
  participationIds: readonly string[],
  since: Date | null,
): Promise<Map<string, ParticipationState>> {
  const rows: { id: string; state: ParticipationState }[] = await manager.query(
    `SELECT p.id, told.state FROM research.participation p
     CROSS JOIN LATERAL (${stateOfDay('p', '$2')}) told
     WHERE p.id = ANY($1::uuid[])`,
    [participationIds, since],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}
