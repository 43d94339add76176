import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { Secrets } from '../../platform/security/secrets';
import { rosterTagOf } from './roster-entries';
import { showsName } from './roster.rule';

export interface VisibleParticipation {
  participation_id: string;
  study_id: string;
  session_id: string;
  /** The participant's tag on the session's roster. */
  tag: string;
  state: ParticipationState;
}
interface Row extends Omit<VisibleParticipation, 'tag'> {
  pseudonym: Buffer;
  has_started: boolean;
  privacy_level: PrivacyLevel;
}

/**
 * Reads participations whose transitions may be published as soon as they happen. This is so once
 * the session's roster shows the participant's name. Until then, the roster shows only the day of a
 * transition: the exact time would reveal who the participant is (docs/domain.md, 4).
 */
@Injectable()
export class VisibleParticipationRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
  ) {}

  async byIds(ids: readonly string[]): Promise<VisibleParticipation[]> {
    const rows: Row[] = await this.source.query(
      `SELECT p.id AS participation_id, s.study_id, s.id AS session_id, p.pseudonym, p.state,
         p.started_at IS NOT NULL AS has_started, s.privacy_level
       FROM research.participation p JOIN research.session s ON s.id = p.session_id
       WHERE p.id = ANY($1::uuid[]) AND s.privacy_level <> 'anonymous'`,
      [ids],
    );
    return rows.flatMap(({ pseudonym, has_started, privacy_level, ...row }) =>
      showsName(privacy_level, row.state, has_started)
        ? [{ ...row, tag: rosterTagOf(this.secrets, row.session_id, pseudonym) }]
        : [],
    );
  }
}
