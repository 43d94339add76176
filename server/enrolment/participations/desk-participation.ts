import type { EntityManager } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { researcherRecordsCompletionSql } from '../model/session-facts.sql';
import { hasSlotsSql } from '../model/state-of-day';

/** What the cash desk, where researchers pay in cash, needs to know about a participation. */
export interface CashDeskParticipation {
  session_id: string;
  study_id: string;
  state: ParticipationState;
  /**
   * Whether the researcher sees each event when it happens. This is so in two cases: the session
   * shows names, or the session has slots, in which the researcher meets the participants.
   */
  is_met: boolean;
  /** Whether the researcher, and not the participant, records who has finished. */
  is_concluded: boolean;
}

/** The settings of a session that the cash desk depends on. */
export type CashDeskSettings = Pick<CashDeskParticipation, 'is_met' | 'is_concluded'>;

/**
 * SQL: the columns of CashDeskSettings.
 * @param s an alias for a row of `research.session`
 */
const deskSql = (s: string) =>
  `${hasSlotsSql(s)} OR ${s}.privacy_level <> 'anonymous' AS is_met,
   ${hasSlotsSql(s)} OR ${researcherRecordsCompletionSql(s)} AS is_concluded`;

/**
 * Reads the settings of a session that the cash desk depends on.
 * @returns undefined if there is no such session
 */
export async function cashDeskSettingsOf(
  manager: Pick<EntityManager, 'query'>,
  sessionId: string,
): Promise<CashDeskSettings | undefined> {
  const rows: CashDeskSettings[] = await manager.query(
    `SELECT ${deskSql('s')} FROM research.session s WHERE s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/**
 * Reads what the cash desk needs to know about a participation.
 * @returns undefined if there is no such participation
 */
export async function readCashDeskParticipation(
  manager: Pick<EntityManager, 'query'>,
  participationId: string,
): Promise<CashDeskParticipation | undefined> {
  const rows: CashDeskParticipation[] = await manager.query(
    `SELECT p.session_id, p.study_id, p.state, ${deskSql('s')}
     FROM research.participation p JOIN research.session s ON s.id = p.session_id WHERE p.id = $1`,
    [participationId],
  );
  return rows[0];
}

/** Reads the state of a participation, and keeps it from changing until the transaction ends. */
export async function lockParticipationState(
  manager: Pick<EntityManager, 'query'>,
  participationId: string,
): Promise<ParticipationState | undefined> {
  const rows: Pick<CashDeskParticipation, 'state'>[] = await manager.query(
    `SELECT state FROM research.participation WHERE id = $1 FOR SHARE`,
    [participationId],
  );
  return rows[0]?.state;
}
