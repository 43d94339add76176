import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ParameterAliases } from '../../../contracts/studies/external-url';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Snapshot } from '../../platform/db/snapshot';
import type { Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { rosterTagOf } from '../rosters/roster-entries';

/**
 * A participant who started an external study. An import of data from the other website uses these
 * fields to find the participant to whom a row of data belongs.
 */
export interface ExternalParticipant {
  readonly id: string;
  readonly session_id: string;
  /** The pseudonym in the participant's link to the external study, in hexadecimal digits. */
  readonly participant: string;
  readonly privacy_level: PrivacyLevel;
  readonly state: ParticipationState;
  /** The day (UTC) on which the participant withdrew all data; null if that has not happened. */
  readonly withdrawn_on: string | null;
  /** Whether each person can take part in the study only once. */
  readonly exclusive: boolean;
  /**
   * The day (UTC) on which the participant started; `last_day` is the day of the participation's
   * last event.
   */
  readonly day: string;
  readonly last_day: string;
}
/**
 * The id and the tag of a participation (`marks`), which identify its line on a roster. An import
 * refuses data that contain the id or the tag, because it would connect the data with the roster.
 * The participation has existed since `day` (UTC).
 */
export interface RosterLineIdentifiers {
  readonly privacy_level: PrivacyLevel;
  readonly day: string;
  readonly marks: readonly string[];
}
/** A session that sent people to another website. */
export interface ExternalStudySession {
  readonly id: string;
  readonly privacy_level: PrivacyLevel;
  readonly names: ParameterAliases | null;
}

const takers = `SELECT p.id, p.session_id, encode(p.pseudonym, 'hex') AS participant,
     s.privacy_level, p.state, p.data_withdrawn_on::text AS withdrawn_on, p.exclusive,
     (p.started_at AT TIME ZONE 'UTC')::date::text AS day,
     (p.updated_at AT TIME ZONE 'UTC')::date::text AS last_day
   FROM research.participation p JOIN research.session s ON s.id = p.session_id
   WHERE p.study_id = $1 AND p.started_at IS NOT NULL
     AND s.snapshot #>> '{runtime,kind}' = 'external'`;

@Injectable()
export class ExternalParticipantsRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
  ) {}

  sessions(studyId: string): Promise<ExternalStudySession[]> {
    return this.source.query(
      `SELECT s.id, s.privacy_level, s.snapshot #> '{runtime,names}' AS names
       FROM research.session s
       WHERE s.study_id = $1 AND s.snapshot #>> '{runtime,kind}' = 'external'`,
      [studyId],
    );
  }

  takers(studyId: string): Promise<ExternalParticipant[]> {
    return this.source.query(takers, [studyId]);
  }

  /**
   * Reads the id and the tag of every participation, in any state, in sessions that sent people to
   * another website.
   */
  async onRosters(studyId: string): Promise<RosterLineIdentifiers[]> {
    const rows: {
      id: string;
      session_id: string;
      pseudonym: Buffer;
      privacy_level: PrivacyLevel;
      day: string;
    }[] = await this.source.query(
      `SELECT p.id, p.session_id, p.pseudonym, s.privacy_level,
         (p.created_at AT TIME ZONE 'UTC')::date::text AS day
       FROM research.participation p JOIN research.session s ON s.id = p.session_id
       WHERE p.study_id = $1 AND s.snapshot #>> '{runtime,kind}' = 'external'`,
      [studyId],
    );
    return rows.map(({ id, session_id, pseudonym, ...row }) => ({
      ...row,
      marks: [id, rosterTagOf(this.secrets, session_id, pseudonym)],
    }));
  }
}

/**
 * Reads the participants who started a study, for an export. Reads them in pages, under the
 * database role that reads research data and nothing else.
 */
export const externalParticipantPages = (
  snapshot: Snapshot,
  studyId: string,
): AsyncGenerator<ExternalParticipant[]> =>
  snapshot.pages<ExternalParticipant>(takers, [studyId], 'commonlab_export');

/**
 * Locks these participations until the transaction ends, so that no participant withdraws their data meanwhile.
 * @returns those whose data are already withdrawn
 */
export async function lockAgainstDataWithdrawal(
  tx: Transaction,
  ids: readonly string[],
): Promise<string[]> {
  const held = await tx.query<{ id: string; withdrawn: boolean }>(
    `SELECT id, data_withdrawn_on IS NOT NULL AS withdrawn FROM research.participation
     WHERE id = ANY($1::uuid[]) ORDER BY id FOR SHARE`,
    [ids],
  );
  const there = new Set(held.flatMap(({ id, withdrawn }) => (withdrawn ? [] : [id])));
  return ids.filter((id) => !there.has(id));
}
