import type { EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { concludesSql } from '../model/session-facts.sql';
import { hasSlotsSql } from '../model/state-of-day';

/** What the cash desk needs to know about a participation. */
export interface DeskParticipation {
  session_id: string;
  study_id: string;
  state: ParticipationState;
  /** Whether the researcher meets the participants, and sees each event when it happens. */
  is_met: boolean;
  /** Whether the researcher records who has finished. */
  is_concluded: boolean;
}

/** How the cash desk of a session works. */
export type SessionDesk = Pick<DeskParticipation, 'is_met' | 'is_concluded'>;

/** @param s an alias for a row of `research.session` */
const deskSql = (s: string) =>
  `${hasSlotsSql(s)} OR ${s}.privacy_level <> 'anonymous' AS is_met,
   ${hasSlotsSql(s)} OR ${concludesSql(s)} AS is_concluded`;

/** The settings that hold for every participant of a session; undefined where there is no such session. */
export async function deskOfSession(
  manager: Pick<EntityManager, 'query'>,
  sessionId: string,
): Promise<SessionDesk | undefined> {
  const rows: SessionDesk[] = await manager.query(
    `SELECT ${deskSql('s')} FROM research.session s WHERE s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/** @returns undefined where there is none */
export async function deskParticipation(
  manager: Pick<EntityManager, 'query'>,
  participationId: string,
): Promise<DeskParticipation | undefined> {
  const rows: DeskParticipation[] = await manager.query(
    `SELECT p.session_id, p.study_id, p.state, ${deskSql('s')}
     FROM research.participation p JOIN research.session s ON s.id = p.session_id WHERE p.id = $1`,
    [participationId],
  );
  return rows[0];
}

/** The state of a participation, locked against decisions until the transaction ends. */
export async function lockedState(
  manager: Pick<EntityManager, 'query'>,
  participationId: string,
): Promise<ParticipationState | undefined> {
  const rows: Pick<DeskParticipation, 'state'>[] = await manager.query(
    `SELECT state FROM research.participation WHERE id = $1 FOR SHARE`,
    [participationId],
  );
  return rows[0]?.state;
}
