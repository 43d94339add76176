import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LaunchedVersion } from '../../contracts/studies/launched-version';
import type { Study as StudyView } from '../../contracts/studies/studies';
import { isPaidReward } from '../../contracts/enrolment/payment.rule';
import { DailyMedianMinutesRead } from '../enrolment/insights/daily-median.read';
import { anonymitySql } from '../enrolment/model/anonymity.sql';
import { EnrolmentStatusRead, type StudyPageQuery } from '../enrolment/enrol/enrolment-status.read';
import { holdsSeatSql, hasAnyParticipationSql } from '../enrolment/model/participation-facts.sql';
import { pseudonymsInStudy } from '../enrolment/links/pseudonyms';
import {
  hasRecruitedSql,
  isOpenSql,
  isVisibleToCallerSql,
  representativeSessionSql,
} from '../enrolment/model/session-facts.sql';
import { Clock } from '../platform/concurrency/clock';
import { prepared } from '../platform/db/prepared';
import { permissionError } from '../studies/people/refusals';
import type { Person } from '../access/person';
import { Secrets } from '../platform/security/secrets';
import { StudyGate, type StudyPageAccess } from '../studies/people/study-gate';
import { mayOnStudySql, ownerAtMomentSql, isOwnedBySql, roleSql } from '../studies/study.policy';
import { bylineSql, researchersSeeingNamesSql } from './names-shown-to.sql';

/** A study's page without the enrol button, which is computed for each caller. */
interface Row extends Omit<
  StudyView,
  'created_at' | 'updated_at' | 'enrolment' | 'launched_version' | 'median_minutes'
> {
  visible: boolean;
  /**
   * The session whose frozen texts the caller reads; null for callers with a role, who read the study as it is now.
   */
  told_session: string | null;
  launched_session: string | null;
  launched_at: Date | null;
  changed: LaunchedVersion['changed'] | null;
  created_at: Date;
  updated_at: Date;
}

const money = (amount: string, currency: string) =>
  `CASE WHEN ${amount} IS NOT NULL THEN jsonb_build_object('amount', ${amount}, 'currency', ${currency}) END`;

/** SQL for the eligibility filters that name other studies, with the title of each such study at its newest launch. */
const follows = (eligibility: string) => `
    coalesce((SELECT jsonb_agg(jsonb_build_object('filter', f.rule ->> 'filter', 'titles', known.titles) ORDER BY f.nth)
      FROM jsonb_array_elements(${eligibility}) WITH ORDINALITY AS f (rule, nth)
      CROSS JOIN LATERAL (SELECT jsonb_agg(newest.title ORDER BY n.nth) AS titles
        FROM jsonb_array_elements_text(f.rule -> 'studies') WITH ORDINALITY AS n (id, nth)
        CROSS JOIN LATERAL (SELECT r.snapshot ->> 'title' AS title FROM research.recruitment r
          WHERE r.study_id = n.id::uuid AND r.launched_at IS NOT NULL
          ORDER BY r.launched_at DESC LIMIT 1) newest) known
      WHERE f.rule -> 'studies' IS NOT NULL AND known.titles IS NOT NULL), '[]')`;

/** The fields that a launch copies into its session and that may still change in the study. */
const frozen = [
  'title',
  'description',
  'duration_minutes',
  'additional_notes',
  'requirements',
  'eligibility',
  'runtime',
  'allow_repeats',
  'payment_terms',
] as const;
/** SQL row: a field's name, and whether the study's value now differs from the open session's copy. */
const changeOf = (field: string) =>
  `('${field}', coalesce(o.snapshot -> '${field}', 'null') IS DISTINCT FROM coalesce(to_jsonb(t.${field}), 'null'))`;
const changes = [
  ...frozen.map(changeOf),
  // A session that was launched before course credit existed lacks this field: it offers no credit.
  `('offers_credit', coalesce((o.snapshot -> 'offers_credit')::boolean, false) <> t.offers_credit)`,
].join(', ');

/**
 * Reads a study's page for one caller. $1 study, $2 the caller's account or null, $3 the caller's
 * pseudonyms in this study, $4 the requested session or null, $5 the current time, $6 the key of a
 * private link or null, $7 the session of the caller's enrol button or null.
 * - `own`: the caller has a role in the study. `ever`: a session recruits or has recruited.
 * - `o`: the active session that represents the study: the requested session, the session of the
 *   link, or else a public session.
 * - `w`: the session whose frozen texts callers without a role read: the session of the enrol
 *   button, or else the last session that recruited (docs/decisions/study-launch.md).
 * - Callers without a role see a draft or archived study only if they take part or it recruits.
 * - Only callers with a role or a seat get the study's address, which would bypass enrolment.
 * - Only callers with a role see the eligibility filters, since others could adapt their answers.
 *   Callers without a role see only which earlier studies the filters name.
 * - Only the study's own script gets its experimental conditions; participants do not see them.
 */
const reach = {
  link: '$6::text',
  account: '$2::uuid',
  pseudonyms: '$3::bytea[]',
  mayRun: `(${mayOnStudySql('read', 't', '$2::uuid')}) IS TRUE`,
};
const read = prepared<Row>(
  'study-page',
  `
  WITH t AS (
    SELECT t.*, (${mayOnStudySql('read', 't', '$2::uuid')}) IS TRUE AS own,
      EXISTS (SELECT FROM research.recruitment s WHERE s.study_id = t.id
       AND ${hasRecruitedSql('s', '$5::timestamptz')} AND ${isVisibleToCallerSql('s', reach)}) AS ever,
      EXISTS (SELECT FROM research.recruitment s WHERE s.study_id = t.id
       AND s.launched_at IS NOT NULL AND s.audience = 'catalogue') AS is_public,
      ${hasAnyParticipationSql('t.id', '$3::bytea[]')} AS takes_part,
      (SELECT coalesce(sum(s.seats_free), 0)::int FROM research.recruitment s
      WHERE s.study_id = t.id AND ${isOpenSql('s', '$5::timestamptz')}
       AND ${isVisibleToCallerSql('s', reach)}) AS spots_available
    FROM research.study_profile t WHERE t.id = $1
  )
  SELECT t.id AS _id, shown.title, shown.duration_minutes, shown.maximum_minutes, shown.requirements,
    shown.allow_repeats, shown.offers_credit, t.state, t.own, CASE WHEN t.own THEN t.version END AS version,
    CASE WHEN t.own THEN t.classroom_id END AS classroom_id,
    ${roleSql('t', '$2::uuid')} AS role, t.created_at, t.updated_at, t.spots_available,
    o.id IS NOT NULL AS recruiting, t.own OR t.state = 'ready' AND t.is_public OR o.id IS NOT NULL OR t.takes_part
      OR (t.ever AND t.state = 'ready') AS visible,
    CASE WHEN t.own OR t.ever THEN shown.description END AS description,
    CASE WHEN t.own OR t.ever THEN shown.additional_notes END AS additional_notes,
    CASE WHEN t.own THEN t.eligibility ELSE '[]' END AS eligibility,
    ${follows('shown.eligibility')} AS follows,
    CASE WHEN t.own THEN shown.runtime
      WHEN ${holdsSeatSql('w.id', '$3::bytea[]')} THEN (shown.runtime - 'beforehand')
        || CASE WHEN shown.runtime ? 'conditions' THEN '{"conditions": null}'::jsonb ELSE '{}' END
    END AS runtime,
    shown.reward, shown.payment_terms, shown.privacy_level, shown.too_few_people, shown.kept_demographics,
    ${anonymitySql('shown.privacy_level', 'shown.too_few_people', 'shown.runtime')} AS anonymity,
    CASE WHEN shown.privacy_level = 'anonymous' AND NOT t.own THEN '[]' ELSE ${researchersSeeingNamesSql('w')} END AS names_shown_to,
    w.id AS told_session, CASE WHEN t.own THEN o.id END AS launched_session, o.launched_at,
    CASE WHEN t.own THEN (SELECT coalesce(jsonb_agg(c.field), '[]') FROM (VALUES ${changes},
       ('reward', (o.reward_amount, o.reward_currency) IS DISTINCT FROM (t.reward_amount, t.reward_currency)),
       ('consent', o.consent_id IS DISTINCT FROM c.id)) AS c (field, differs)
     WHERE c.differs) END AS changed,
    ${bylineSql('shown.owner_id', 'l')} AS researcher,
    CASE WHEN NOT (${isOwnedBySql('t', 'shown.owner_id')}) THEN ${bylineSql('t.owner_id', 'a')} END AS passed_to,
    CASE WHEN c.id IS NOT NULL AND (t.own
    OR t.ever) THEN jsonb_build_object('_id', c.id, 'version', c.version, 'sha256', c.sha256, 'title',
      c.title) END AS consent
  FROM t LEFT JOIN identity.researcher_byline a ON ${isOwnedBySql('t', 'a.id')}
  LEFT JOIN LATERAL (${representativeSessionSql('t.id', '$4::uuid', '$5::timestamptz', reach)}) o ON true
  LEFT JOIN LATERAL (
    SELECT * FROM research.recruitment s WHERE NOT t.own AND s.study_id = t.id AND s.launched_at IS NOT NULL
      AND (s.id = $7::uuid OR ${isVisibleToCallerSql('s', reach)})
    ORDER BY s.id IS NOT DISTINCT FROM $7::uuid DESC,
      (s.opens_at IS NULL OR s.opens_at <= coalesce(s.closed_at, $5)) DESC, s.launched_at DESC, s.id DESC
    LIMIT 1) w ON true
  CROSS JOIN LATERAL (
    SELECT t.title, t.description, t.duration_minutes, t.maximum_minutes, t.additional_notes, t.requirements,
      t.eligibility, t.runtime, t.allow_repeats, t.offers_credit, t.privacy_level,
      ${money('t.reward_amount', 't.reward_currency')} AS reward,
      t.payment_terms, coalesce((o.snapshot ->> 'too_few_people')::boolean, false) AS too_few_people,
      coalesce(o.snapshot -> 'kept_demographics', '[]') AS kept_demographics, t.owner_id
    WHERE w.id IS NULL
    UNION ALL
    SELECT f.title, f.description, f.duration_minutes, w.maximum_minutes, f.additional_notes, f.requirements,
      f.eligibility, f.runtime, f.allow_repeats, coalesce(f.offers_credit, false), w.privacy_level,
      ${money('w.reward_amount', 'w.reward_currency')}, f.payment_terms,
      coalesce(f.too_few_people, false), coalesce(f.kept_demographics, '[]'), ${ownerAtMomentSql('t', 'w.launched_at')}
    FROM jsonb_to_record(w.snapshot) AS f (title text, description text, duration_minutes integer,
      additional_notes text, payment_terms jsonb, requirements jsonb, eligibility jsonb, runtime jsonb, allow_repeats boolean,
      offers_credit boolean, too_few_people boolean, kept_demographics jsonb)
    WHERE w.id IS NOT NULL) shown
  LEFT JOIN identity.researcher_byline l ON ${isOwnedBySql('shown', 'l.id')}
  LEFT JOIN LATERAL (
    SELECT * FROM research.consent_document c WHERE c.study_id = t.id AND (c.id = w.consent_id OR c.state = 'valid')
    ORDER BY (c.id = w.consent_id) IS TRUE DESC LIMIT 1) c ON true`,
);

@Injectable()
export class StudyPageRead implements StudyPageAccess, OnModuleInit {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly enrolmentStatusRead: EnrolmentStatusRead,
    private readonly gate: StudyGate,
    private readonly clock: Clock,
    private readonly medians: DailyMedianMinutesRead,
  ) {}

  onModuleInit(): void {
    this.gate.registerPageAccess(this);
  }

  /**
   * Reads the study's page as this caller may see it.
   * @param asked the session for the enrol button, and the key of a private link, from the URL
   * @throws DomainError not_found for a study that does not exist or that this caller may not see.
   */
  async forPerson(
    id: string,
    person: Person | null,
    asked: StudyPageQuery = {},
  ): Promise<StudyView> {
    const enrolment = await this.enrolmentStatusRead.forStudy(id, person, asked);
    const row = await this.row(id, person?.account_id ?? null, asked, enrolment.session_id);
    if (!row?.visible) throw permissionError(false);
    const {
      visible: _,
      told_session,
      launched_session,
      launched_at,
      changed,
      created_at,
      updated_at,
      ...study
    } = row;
    return {
      ...study,
      median_minutes: isPaidReward(study.reward) ? await this.median(told_session) : null,
      launched_version:
        launched_session && launched_at && changed
          ? { session_id: launched_session, launched_at: launched_at.toISOString(), changed }
          : null,
      enrolment,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  }

  private async median(session: string | null): Promise<number | null> {
    return session === null ? null : ((await this.medians.of([session])).get(session) ?? null);
  }

  /** Whether the account may see the study's page without the key of a private link. */
  async mayRead(id: string, accountId: string): Promise<boolean> {
    return (await this.row(id, accountId))?.visible === true;
  }

  private async row(
    id: string,
    accountId: string | null,
    { session, link }: StudyPageQuery = {},
    shown: string | null = null,
  ): Promise<Row | undefined> {
    // A visitor's list of pseudonyms is empty, not null: with null, PostgreSQL would read an index from end to end.
    const pseudonyms = accountId ? pseudonymsInStudy(this.secrets, id, accountId) : [];
    const [row] = await read(this.source, [
      id,
      accountId,
      pseudonyms,
      session ?? null,
      this.clock.now(),
      link ?? null,
      shown,
    ]);
    return row;
  }
}
