import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Id } from '../../contracts/base/fields';
import { limits } from '../../contracts/base/limits';
import { searchPageSchemaOf } from '../../contracts/studies/study-list';
import { StudyCard, type PrivacyLevel } from '../../contracts/studies/studies';
import { pageOfRows, decodeCursor } from '../platform/http/cursor';
import { Clock } from '../platform/concurrency/clock';
import { SingleFlight } from '../platform/concurrency/single-flight';
import { DailyMedianMinutesRead } from '../enrolment/insights/daily-median.read';
import { anonymitySql } from '../enrolment/model/anonymity.sql';
import { containsTextSql, resemblesTextSql } from './text-search.sql';
import { sessionRankSql } from '../enrolment/model/session-facts.sql';
import { isOwnedBySql } from '../studies/study.policy';

export interface CatalogueQuery {
  text?: string;
  max_minutes?: number;
  paid?: boolean;
  offers_credit?: boolean;
  limit?: number;
  cursor?: string;
}

interface Row {
  _id: string;
  title: string;
  description: string;
  duration_minutes: number;
  reward_amount: number | null;
  reward_currency: string | null;
  spots_available: number;
  session_id: string;
  privacy_level: PrivacyLevel;
  too_few_people: boolean;
  offers_credit: boolean;
  runtime_kind: StudyCard['runtime_kind'];
  requirements: StudyCard['requirements'];
  anonymity: StudyCard['anonymity'];
  researcher_id: string;
  first_name: string | null;
  last_name: string | null;
  organization: string | null;
  closes_at: Date | null;
}

/** How many characters of the description a card shows; the study's own page shows all. */
const excerpt = 500;
const Cards = searchPageSchemaOf(StudyCard);
/**
 * The cursor of a page names the last session of the previous page by its id. The catalogue is
 * ordered by launch time, which never changes, so the next page begins after that session.
 */
const Position = z.strictObject({ session: Id });

const now = '$1::timestamptz';
/**
 * SQL condition: the session recruits publicly. It is in the catalogue, and open according to its
 * dates. The condition is written like that of the partial index session_recruiting, so that
 * PostgreSQL uses the index. $1 is the current time.
 */
export const isRecruitingSql = (s: string): string =>
  `${s}.state IN ('active', 'scheduled') AND ${s}.launched_at IS NOT NULL
   AND ${s}.audience = 'catalogue' AND (${s}.closes_at IS NULL OR ${s}.closes_at > ${now})
   AND (${s}.state = 'active' OR ${s}.opens_at IS NULL OR ${s}.opens_at <= ${now})`;

/**
 * SQL condition: the session `s` represents its study on the catalogue card and in the digest mail.
 * It represents the study if no other recruiting session of the study has a higher rank
 * (`sessionRankSql`).
 * @param s an alias for a row of `research.recruitment` that recruits
 * @param study an SQL operand: the id of the study
 */
export const isRepresentativeSessionSql = (s: string, study: string): string =>
  `NOT EXISTS (SELECT FROM research.recruitment o
    WHERE o.study_id = ${study} AND ${isRecruitingSql('o')} AND ${sessionRankSql('o')} > ${sessionRankSql(s)})`;

/**
 * SQL for the cards. A card shows one of the study's public sessions, with the texts that the
 * session's launch froze. $1 is the current time.
 * - The statement reads the partial index session_recruiting backwards, checks the search
 *   conditions for each row, and stops when the page is full.
 * - OFFSET 0 makes PostgreSQL look up the study of each remaining session by its id; otherwise it
 *   would search all studies ever made.
 * - jsonb_to_record parses a snapshot once for all fields.
 * - A scheduled session opens only while its owner's account is in use (session-facts.sql.ts).
 */
const select = `
  SELECT t.id AS _id, f.title, left(f.description, ${excerpt}) AS description, f.duration_minutes,
    s.reward_amount, s.reward_currency, s.seats_free AS spots_available,
    s.id AS session_id, s.privacy_level, coalesce(f.too_few_people, false) AS too_few_people,
    coalesce(f.offers_credit, false) AS offers_credit, f.runtime ->> 'kind' AS runtime_kind,
    coalesce(f.requirements, '[]'::jsonb) AS requirements,
    ${anonymitySql('s.privacy_level', 'coalesce(f.too_few_people, false)', 'f.runtime')} AS anonymity,
    t.owner_id AS researcher_id, a.first_name, a.last_name, a.organization,
      s.closes_at
  FROM research.recruitment s
  CROSS JOIN LATERAL (SELECT * FROM research.study_profile WHERE id = s.study_id OFFSET 0) t
  CROSS JOIN LATERAL jsonb_to_record(s.snapshot) AS f (title text, description text,
    duration_minutes integer, too_few_people boolean, offers_credit boolean, runtime jsonb, requirements jsonb)
  LEFT JOIN identity.researcher_byline a ON ${isOwnedBySql('t', 'a.id')}
  WHERE ${isRecruitingSql('s')} AND t.state <> 'archived'
    AND (s.state = 'active' OR EXISTS (
      SELECT FROM identity.responsible_account r WHERE ${isOwnedBySql('t', 'r.id')} OFFSET 0))
    AND ${isRepresentativeSessionSql('s', 't.id')}`;

interface Statement {
  sql: string;
  /** The values of the statement's parameters from $2 on; $1 is the current time. */
  values: unknown[];
}
type Value = (value: unknown) => string;

/** @param words the SQL condition on title and description, if any */
function statement(
  { max_minutes, paid, offers_credit, cursor }: CatalogueQuery,
  limit: number,
  words?: (value: Value) => string,
): Statement {
  const values: unknown[] = [];
  const value: Value = (v) => `$${values.push(v) + 1}`;
  const after = decodeCursor(Position, cursor);
  let sql = select;
  if (words) sql += ` AND ${words(value)}`;
  if (max_minutes !== undefined)
    sql += ` AND (s.snapshot ->> 'duration_minutes')::numeric <= ${value(max_minutes)}::numeric`;
  if (paid !== undefined) sql += ` AND coalesce(s.reward_amount, 0) ${paid ? '>' : '='} 0`;
  // The snapshot of a session that was launched before course credit existed lacks this field: such
  // a session offers no credit.
  if (offers_credit !== undefined)
    sql += ` AND (s.snapshot -> 'offers_credit') ${offers_credit ? '=' : 'IS DISTINCT FROM'} 'true'::jsonb`;
  if (after) {
    const id = value(after.session);
    sql += ` AND (s.launched_at, s.id) < ((SELECT launched_at FROM research.recruitment WHERE id = ${id}), ${id})`;
  }
  return { sql: `${sql} ORDER BY s.launched_at DESC, s.id DESC LIMIT ${value(limit + 1)}`, values };
}

const card = (r: Row, medians: ReadonlyMap<string, number>): StudyCard => ({
  _id: r._id,
  title: r.title,
  description: r.description,
  duration_minutes: r.duration_minutes,
  median_minutes: medians.get(r.session_id) ?? null,
  reward:
    r.reward_amount === null || r.reward_currency === null
      ? null
      : { amount: r.reward_amount, currency: r.reward_currency },
  spots_available: r.spots_available,
  session_id: r.session_id,
  privacy_level: r.privacy_level,
  too_few_people: r.too_few_people,
  offers_credit: r.offers_credit,
  runtime_kind: r.runtime_kind,
  requirements: r.requirements,
  anonymity: r.anonymity,
  researcher: {
    _id: r.researcher_id,
    first_name: r.first_name ?? '',
    last_name: r.last_name ?? '',
    organization: r.organization,
  },
  closes_at: r.closes_at?.toISOString() ?? null,
});

/** The public catalogue: one card per study that recruits in it, the newest launch first. */
@Injectable()
export class CatalogueRead {
  private readonly shared = new SingleFlight<string>();

  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly medians: DailyMedianMinutesRead,
  ) {}

  /**
   * Returns one page as JSON, already checked against the contract. The page is the same for every
   * caller, so simultaneous requests for it share one statement, one check and one serialization.
   * If no study contains the search text, returns one page of studies with similar words.
   * @throws DomainError validation_failed for a broken cursor.
   */
  async page(query: CatalogueQuery): Promise<string> {
    const { limit = limits.pageSize } = query;
    const text = query.text?.replaceAll('\0', '').trim();
    const asked = statement(
      query,
      limit,
      text ? (value) => containsTextSql(text, value) : undefined,
    );
    return this.shared.ask(JSON.stringify(asked), async () => {
      const found = await this.rows(asked);
      const isMissing = found.length === 0 && text && !query.cursor;
      const rows = isMissing
        ? (
            await this.rows(statement(query, limit, (value) => resemblesTextSql(text, value)))
          ).slice(0, limit)
        : found;
      const { items, next_cursor } = pageOfRows(rows, limit, (last) => ({
        session: last.session_id,
      }));
      const paid = items.filter(({ reward_amount }) => (reward_amount ?? 0) > 0);
      const medians = await this.medians.of(paid.map(({ session_id }) => session_id));
      return JSON.stringify(
        Cards.parse({
          items: items.map((one) => card(one, medians)),
          next_cursor,
          ...(isMissing && items.length > 0 && { alike: true }),
        }),
      );
    });
  }

  private rows({ sql, values }: Statement): Promise<Row[]> {
    return this.source.query(sql, [this.clock.now(), ...values]);
  }
}
