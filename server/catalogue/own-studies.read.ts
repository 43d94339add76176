import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { Id, isPlainText } from '../../contracts/base/fields';
import { limits } from '../../contracts/base/limits';
import type { listStudies, OwnStudy } from '../../contracts/studies/studies';
import { studyOrders } from '../../contracts/studies/study-list';
import { pageOfRows, decodeCursor } from '../platform/http/cursor';
import { badField } from '../platform/errors/errors';
import { similarWordSql } from '../platform/search/similar-word.sql';
import { mayOnStudySql, roleSql } from '../studies/study.policy';

interface Row extends Omit<OwnStudy, 'created_at' | 'updated_at' | 'reward' | 'running'> {
  reward_amount: number | null;
  reward_currency: string | null;
  running_sessions: number;
  running_capacity: number;
  running_taken: number;
  created_at: Date;
  updated_at: Date;
  contained: boolean;
  sort_key: string;
}
type Asked = Pick<
  EndpointInput<typeof listStudies>['query'],
  'limit' | 'cursor' | 'text' | 'state' | 'sort'
>;

/**
 * The cursor of a page says where the previous page ended. It is valid only for the same order of
 * the list.
 */
const Position = z.strictObject({
  sort: z.enum(studyOrders),
  contained: z.boolean(),
  key: z.string().refine(isPlainText),
  study: Id,
});

/** The positions of search words in the array `$2`: a search uses its first six words only. */
const words = [1, 2, 3, 4, 5, 6] as const;

const word = (n: number) => `identity.folded(($2::text[])[${n}])`;
const contains = (n: number) => `strpos(f.title, ${word(n)}) > 0`;
const eachWord = (matches: (n: number) => string) =>
  words.map((n) => `(($2::text[])[${n}] IS NULL OR ${matches(n)})`).join(' AND ');
/** SQL condition: the title contains each search word ($2), ignoring case and accents. */
const allContained = eachWord(contains);
/** SQL condition: for each search word, the title contains it or a similar word. */
const allAlike = eachWord((n) => `${contains(n)} OR ${similarWordSql(word(n), 'f.title')}`);

/**
 * SQL condition: the session is active or paused. The list of own studies adds up the seats of
 * these sessions.
 */
const runs = `state IN ('active', 'paused')`;

/**
 * Orders by title from A to Z, or by any other key from the greatest value to the smallest. Among
 * studies with the same value, the newest comes first.
 */
const order = (key: string, contained: string, id: string) =>
  `${contained} DESC, CASE WHEN $4 = 'title' THEN ${key} END, CASE WHEN $4 <> 'title' THEN ${key} END DESC, ${id} DESC`;

const ownStudy = ({
  reward_amount,
  reward_currency,
  running_sessions: sessions,
  running_capacity: capacity,
  running_taken: taken,
  created_at,
  updated_at,
  contained: _contained,
  sort_key: _key,
  ...row
}: Row): OwnStudy => ({
  ...row,
  reward:
    reward_amount === null || reward_currency === null
      ? null
      : { amount: reward_amount, currency: reward_currency },
  running: { sessions, capacity, taken },
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/**
 * Reads one page of the caller's own studies. $1 account, $2 search words, $3 state, $4 order, $5
 * to $7 where the previous page ended, $8 number of rows.
 * - The inner select finds the studies of the page by the index study_owner; the outer select
 *   counts their sessions. The inner select reads sessions only if the filter or the order needs
 *   them.
 * - `sort_key` is a text in every order, so that one statement serves all orders. Times (in
 *   microseconds) and numbers are padded with zeros. Titles are folded (lower-case, unaccented) and
 *   shortened to fit into a cursor.
 * - OFFSET 0 makes PostgreSQL fold each title once, although the statement uses it several times.
 *   In `has_consent`, OFFSET 0 makes PostgreSQL look up only the consents of the page's studies.
 */
export const ownStudiesPageSql = `
  SELECT t.id AS _id, t.title, t.duration_minutes, t.reward_amount, t.reward_currency, t.privacy_level,
    t.state, t.classroom_id, t.created_at, t.updated_at, p.contained, p.sort_key, ${roleSql('t', '$1')} AS role,
    coalesce(s.recruiting, false) AS recruiting, coalesce(s.sessions, 0)::int AS sessions,
    coalesce(s.participants, 0)::int AS participants, coalesce(s.running, 0)::int AS running_sessions,
    coalesce(s.capacity, 0)::int AS running_capacity, coalesce(s.taken, 0)::int AS running_taken,
    EXISTS (SELECT FROM research.consent_document c WHERE c.study_id = t.id AND c.state = 'valid' OFFSET 0) AS has_consent
  FROM (
    SELECT t.id, m.contained, k.sort_key
    FROM research.study_profile t
    CROSS JOIN LATERAL (SELECT identity.folded(t.title) AS title OFFSET 0) f
    CROSS JOIN LATERAL (SELECT (${allContained}) AS contained OFFSET 0) m
    LEFT JOIN LATERAL (
      SELECT bool_or(state = 'active') AS recruiting, sum(capacity - seats_free) FILTER (WHERE ${runs}) AS taken
      FROM research.recruitment
      WHERE study_id = t.id AND ($4 = 'seats' OR $3::text IN ('ready', 'recruiting'))) s ON true
    CROSS JOIN LATERAL (SELECT CASE $4::text WHEN 'title' THEN left(f.title, 60)
      WHEN 'changed' THEN lpad(trunc(extract(epoch FROM t.updated_at) * 1000000)::text, 20, '0')
      WHEN 'seats' THEN lpad(coalesce(s.taken, 0)::text, 20, '0') ELSE '' END COLLATE "C" AS sort_key) k
    WHERE ${mayOnStudySql('read', 't', '$1')} AND (m.contained OR ${allAlike})
      AND CASE $3::text WHEN 'current' THEN t.state <> 'archived'
        WHEN 'ready' THEN t.state = 'ready' AND s.recruiting IS NOT TRUE
        WHEN 'recruiting' THEN t.state <> 'archived' AND s.recruiting IS TRUE
        WHEN 'draft' THEN t.state = 'draft' WHEN 'archived' THEN t.state = 'archived' ELSE true END
      AND ($7::uuid IS NULL OR m.contained < $5::boolean OR m.contained = $5 AND (
        k.sort_key = $6::text AND t.id < $7
        OR CASE WHEN $4 = 'title' THEN k.sort_key > $6 ELSE k.sort_key < $6 END))
    ORDER BY ${order('k.sort_key', 'm.contained', 't.id')} LIMIT $8
  ) p
  JOIN research.study_profile t ON t.id = p.id
  LEFT JOIN LATERAL (
    SELECT bool_or(state = 'active') AS recruiting, count(*) AS sessions, sum(participants) AS participants,
      count(*) FILTER (WHERE ${runs}) AS running, sum(capacity) FILTER (WHERE ${runs}) AS capacity,
      sum(capacity - seats_free) FILTER (WHERE ${runs}) AS taken
    FROM research.recruitment WHERE study_id = t.id) s ON true
  ORDER BY ${order('p.sort_key', 'p.contained', 't.id')}`;

@Injectable()
export class OwnStudiesRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Lists studies whose title has all search words, then studies with a similar title, in case a
   * word was mistyped. Both groups are in the requested order.
   * @throws DomainError validation_failed for a broken cursor, or a cursor of another order
   */
  async list(
    accountId: string,
    { limit = limits.pageSize, cursor, text = '', state, sort = 'newest' }: Asked,
  ): Promise<{ items: OwnStudy[]; next_cursor: string | null; alike?: true }> {
    const after = decodeCursor(Position, cursor);
    if (after && after.sort !== sort) throw badField('cursor', 'invalid');
    const rows: Row[] = await this.source.query(ownStudiesPageSql, [
      accountId,
      text.replaceAll('\0', ' ').split(/\s+/).filter(Boolean).slice(0, words.length),
      state ?? null,
      sort,
      after?.contained ?? null,
      after?.key ?? null,
      after?.study ?? null,
      limit + 1,
    ]);
    const { items, next_cursor } = pageOfRows(rows, limit, (last) => ({
      sort,
      contained: last.contained,
      key: last.sort_key,
      study: last._id,
    }));
    const isAlike = !after && items[0]?.contained === false;
    return { items: items.map(ownStudy), next_cursor, ...(isAlike && { alike: true }) };
  }
}
