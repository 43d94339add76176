import type { EntityManager } from 'typeorm';
import { prepared } from '../../platform/db/prepared';
import { isLockTimeout } from '../../platform/errors/transient-failure';
import { DomainError } from '../../platform/errors/errors';
import { participationColumns, type ParticipationRow } from '../model/participation-view';
import { restoredStateSql } from './restored-state.sql';
import type { TransitionFacts } from './transition.rule';

/** A participation whose row is locked, with the columns of its session that a transition needs. */
export type LockedParticipation = ParticipationRow &
  Omit<TransitionFacts, 'data_complete'> & {
    start_within_minutes: number;
    maximum_minutes: number;
    waitlisted: number;
  };

const ofSessions = `SELECT ${participationColumns},
     s.state AS session_state, s.closes_at AS session_closes_at,
     s.start_within_minutes, s.maximum_minutes, s.waitlisted,
     ${restoredStateSql('p', 'p.state')} AS restores
   FROM unnest($1::uuid[], $2::uuid[]) AS a (id, session_id)
   JOIN research.participation p ON p.id = a.id AND p.session_id = a.session_id
   JOIN research.session s ON s.id = p.session_id`;
/**
 * Locks participations of sessions that are locked already. A booking or a message may briefly lock
 * a participation without locking its session. This statement skips such a participation instead of
 * waiting, so that it does not delay the other participations.
 */
export const lockUnlockedParticipations = prepared<LockedParticipation>(
  'lock-participations',
  `${ofSessions} FOR NO KEY UPDATE OF p SKIP LOCKED`,
);
/**
 * Locks all of the participations in the order of their ids, and waits for those that a booking or
 * a message has locked. Every transaction that locks several participations uses this order, so
 * that no two transactions deadlock.
 */
const lockAll = prepared<LockedParticipation>(
  'await-participations',
  `${ofSessions} ORDER BY p.id FOR NO KEY UPDATE OF p`,
);
const waitForASecond = prepared(
  'await-participations-briefly',
  `SELECT set_config('lock_timeout', '1000', true)`,
);

/**
 * Locks participations, waiting for each at most a second.
 * @throws DomainError unavailable, if a row is locked for longer than a second
 */
export async function waitToLockParticipations(
  manager: EntityManager,
  ids: string[],
  sessionIds: string[],
): Promise<LockedParticipation[]> {
  await waitForASecond(manager, []);
  try {
    return await lockAll(manager, [ids, sessionIds]);
  } catch (error) {
    // A different error is thrown, because session-lanes.ts would take the error of PostgreSQL for
    // a timeout of the lock on the session's row.
    if (isLockTimeout(error)) throw new DomainError('unavailable');
    throw error;
  }
}
