import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { PrivacyLevel, Study as StudyView } from '../../../contracts/studies/studies';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { seesEventsAtOnceSql } from '../../studies/people/reader-by-day.sql';
import { requirePermission } from '../../studies/people/refusals';
import { mayOnStudySql } from '../../studies/study.policy';
import { rosterTagOf } from '../rosters/roster-entries';
import { pseudonymsInStudy } from '../links/pseudonyms';

/**
 * What an external study receives about a participant (docs/domain.md, 6), and the state of the
 * participation.
 */
export interface ExternalParticipation {
  readonly session_id: string;
  readonly study_id: string;
  /** The pseudonym, in hexadecimal digits. */
  readonly participant: string;
  /** The participant's tag on the session's roster. */
  readonly tag: string;
  readonly state: ParticipationState;
  readonly privacy_level: PrivacyLevel;
  /** The study's runtime as the launch froze it. */
  readonly runtime: StudyView['runtime'];
}
interface Row extends Omit<ExternalParticipation, 'participant' | 'tag'> {
  pseudonym: Buffer;
}

/** What a researcher who runs a session may read about it. */
export interface ResearcherSession {
  readonly study_id: string;
  readonly study_title: string;
  readonly privacy_level: PrivacyLevel;
  /**
   * Whether the researcher may see names and exact times, unless the session's privacy level hides
   * them (reader-by-day.sql.ts).
   */
  readonly sees_names: boolean;
}

@Injectable()
export class ExternalParticipationRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Reads the caller's own participation.
   * @throws DomainError not_found, also for another person's participation
   */
  async own(participationId: string, accountId: string): Promise<ExternalParticipation> {
    const [row]: Row[] = await this.source.query(
      `SELECT p.session_id, p.study_id, p.pseudonym, p.state, s.privacy_level,
         s.snapshot->'runtime' AS runtime
       FROM research.participation p JOIN research.session s ON s.id = p.session_id
       WHERE p.id = $1`,
      [participationId],
    );
    const isOwn =
      row !== undefined &&
      pseudonymsInStudy(this.secrets, row.study_id, accountId).some((one) =>
        one.equals(row.pseudonym),
      );
    if (!isOwn) throw new DomainError('not_found');
    const { pseudonym, ...rest } = row;
    return {
      ...rest,
      participant: pseudonym.toString('hex'),
      tag: rosterTagOf(this.secrets, row.session_id, pseudonym),
    };
  }

  /**
   * Reads a session for an account that may run it.
   * @throws DomainError forbidden for callers who may read the session but not run it, not_found
   * for all others
   */
  async mustRun(sessionId: string, accountId: string): Promise<ResearcherSession> {
    const [found]: (ResearcherSession & { may: boolean })[] = await this.source.query(
      `SELECT ${mayOnStudySql('run', 'st', '$2')} AS may, s.study_id,
         coalesce(s.snapshot->>'title', st.title) AS study_title, s.privacy_level,
         ${seesEventsAtOnceSql('st', 's', '$2')} AS sees_names
       FROM research.session s JOIN research.study_profile st ON st.id = s.study_id
       WHERE s.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
      [sessionId, accountId],
    );
    const { may: _, ...session } = requirePermission(found);
    return session;
  }
}
