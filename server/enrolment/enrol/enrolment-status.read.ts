import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import type { EnrolButtonState } from '../../../contracts/studies/enrol-button';
import { Clock } from '../../platform/concurrency/clock';
import type { Person } from '../../access/person';
import { prepared } from '../../platform/db/prepared';
import { Secrets } from '../../platform/security/secrets';
import { isVisibleToCallerSql, representativeSessionSql } from '../model/session-facts.sql';
import { mayOnStudySql } from '../../studies/study.policy';
import { missingProfileFields, ineligibilityReasons } from '../eligibility/eligibility.rule';
import { enrolmentStatus, type EnrolmentFacts } from './enrolment-status.rule';
import { cannotEnrolAgainSql } from '../model/participation-facts.sql';
import { pseudonymsInStudy } from '../links/pseudonyms';
import { EligibilityProfileRead } from '../eligibility/profile.read';

/** The session and the key of a private link, as the URL of a study page names them. */
export interface StudyPageQuery {
  session?: string;
  link?: string;
}

interface OwnRow {
  own_id: string;
  own_session_id: string;
  own_state: NonNullable<EnrolmentFacts['own']>['state'];
}
type Row = {
  session_id: string | null;
  full: boolean;
  has_ever_launched: boolean;
  eligibility: EligibilityFilter[] | null;
  allow_repeats: boolean;
  own_has_started: boolean;
  runs_it: boolean;
} & (OwnRow | { [column in keyof OwnRow]: null });

/**
 * The parameters of the statement below: $1 study, $2 the caller's pseudonyms in it, $3 the session
 * that the caller asks for or null, $4 the current time, $5 the key of a private link or null, $6
 * the caller's account or null. A caller may have several participations in the study: after
 * withdrawing, they may enrol in a session of a different privacy level, which adds a row. The
 * statement returns the participation that prevents a further enrolment; if none does, the newest
 * one.
 */
const reach = {
  link: '$5::text',
  account: '$6::uuid',
  pseudonyms: '$2::bytea[]',
  mayRun: `(${mayOnStudySql('read', 'st', '$6::uuid')}) IS TRUE`,
};
const read = prepared<Row>(
  'enrolment-status',
  `SELECT a.id AS session_id, coalesce(NOT a.admits, false) AS full, a.snapshot->'eligibility' AS eligibility,
     EXISTS (SELECT 1 FROM research.recruitment l WHERE l.study_id = st.id
     AND l.launched_at IS NOT NULL AND ${isVisibleToCallerSql('l', reach)}
     AND (l.opens_at IS NULL OR l.state <> 'scheduled')) AS has_ever_launched, st.allow_repeats, ${reach.mayRun} AS runs_it,
     p.id AS own_id, p.session_id AS own_session_id, p.state AS own_state, p.started_at IS NOT NULL AS own_has_started
   FROM research.study_profile st
   LEFT JOIN LATERAL (${representativeSessionSql('st.id', '$3::uuid', '$4::timestamptz', reach)}) a ON true
   LEFT JOIN LATERAL (SELECT * FROM research.participation p WHERE p.study_id = st.id
   AND p.pseudonym = ANY($2::bytea[])
   ORDER BY p.exclusive AND ${cannotEnrolAgainSql('p')} DESC, p.updated_at DESC LIMIT 1) p ON true
   WHERE st.id = $1`,
);

@Injectable()
export class EnrolmentStatusRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly profiles: EligibilityProfileRead,
    private readonly clock: Clock,
  ) {}

  /**
   * Computes the enrol button of a study for one person, or for a visitor (null). The button is
   * about the session that the URL names, otherwise about the best session that the person may know
   * of.
   */
  async forStudy(
    studyId: string,
    person: Person | null,
    { session, link }: StudyPageQuery = {},
  ): Promise<EnrolButtonState> {
    // A visitor's list of pseudonyms is empty and not null: with null, PostgreSQL would read an
    // index from end to end.
    const pseudonyms = person ? pseudonymsInStudy(this.secrets, studyId, person.account_id) : [];
    const [row] = await read(this.source, [
      studyId,
      pseudonyms,
      session ?? null,
      this.clock.now(),
      link ?? null,
      person?.account_id ?? null,
    ]);
    if (!row)
      return {
        button: 'no_recruitment',
        reasons: [],
        missing_fields: [],
        session_id: null,
        participation_id: null,
      };
    const filters = row.eligibility ?? [];
    const profile =
      person && filters.length > 0
        ? await this.profiles.forRules(person.account_id, filters)
        : null;
    return enrolmentStatus({
      session: row.session_id === null ? null : { id: row.session_id, full: row.full },
      has_ever_launched: row.has_ever_launched,
      allow_repeats: row.allow_repeats,
      runs_it: row.runs_it,
      reasons: profile ? ineligibilityReasons(filters, profile, this.clock.now()) : [],
      missing_fields: profile ? missingProfileFields(filters, profile) : [],
      person: person ? { verified: person.status === 'ACTIVE' } : null,
      own:
        row.own_id === null
          ? null
          : {
              id: row.own_id,
              session_id: row.own_session_id,
              state: row.own_state,
              has_started: row.own_has_started,
            },
    });
  }
}
