import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { canonicalEmail } from '../../../contracts/base/email-address.rule';
import type { findUsers } from '../../../contracts/accounts/accounts';
import type { EndpointInput, EndpointResponseBody } from '../../../contracts/base/endpoint';
import { Id, isPlainText } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { badField } from '../../platform/errors/errors';
import { indexedTypoSql, trigramSimilarityThreshold } from '../../platform/search/similar-word.sql';

type Found = EndpointResponseBody<typeof findUsers>['items'][number];
/**
 * `askedBy`: the researcher who searches, and who finds only other researchers; null if an
 * administrator searches, who finds all accounts.
 */
export type PeopleSearch = EndpointInput<typeof findUsers>['query'] & { askedBy: string | null };
type Row = Pick<
  Found,
  '_id' | 'first_name' | 'last_name' | 'organization' | 'verified' | 'orcid'
> & {
  email: string;
  status: 'NEW' | 'ACTIVE';
  is_researcher: boolean;
  researcher_privilege: boolean | null;
  role: 'ADMINISTRATOR' | null;
  disabled_at: Date | null;
  deletion_at: Date | null;
  deletion_requested_at: Date | null;
  created_at: Date;
};

/** The parameters $1 to $4 of `from` and of the search conditions. */
type Asked = [askedBy: string | null, words: string[], role: string | null, status: string | null];

const plain = z.string().refine(isPlainText);
const Position = z.tuple([plain, plain, Id]);
const mostAlike = 20;
/**
 * How many people with similar names are ranked at most. Without a limit the search would be slow,
 * because a word such as "univrsity" resembles a word of nearly every person.
 */
const compared = 1_000;
/** The positions of the search words in the array $2: as many as `limits.peopleSearchWords`. */
const words = [1, 2, 3, 4, 5, 6] as const;

/**
 * SQL condition: the text contains each of the first six words of $2. The condition has a LIKE for
 * each word, so that PostgreSQL uses the trigram index of the text; with EXISTS over the words,
 * PostgreSQL would not use it. A position without a word (null) imposes no condition.
 */
const containsWords = (text: string) =>
  words
    .map(
      (n) => `(($2::text[])[${n}] IS NULL OR ${text} LIKE
        '%' || regexp_replace(identity.folded(($2::text[])[${n}]), '([%_\\\\])', '\\\\\\1', 'g') || '%')`,
    )
    .join(' AND ');

const everything = 'identity.said(a.first_name, a.last_name, a.organization, a.email)';
const named = 'identity.said(a.first_name, a.last_name, a.organization, NULL)';
const word = (n: number) => `identity.folded(($2::text[])[${n}])`;

/**
 * SQL: how similar a person's names and organization are to the search words in $2. A search word
 * with one typing error counts more than a word that is only similar.
 */
const likeness = words
  .map(
    (n) =>
      `coalesce(word_similarity(${word(n)}, ${named}) + (${indexedTypoSql(word(n), named)})::int, 0)`,
  )
  .join(' + ');
/**
 * SQL condition: each search word resembles a word of the names or the organization. The words
 * share enough trigrams, or differ by one typing error. The condition tests each word twice:
 * - in the text `everything`, whose trigram index makes the search fast. This text includes the
 *   mail address;
 * - in the text `named`, without the mail address. A word that resembles only the mail address must
 *   not match.
 */
const resembles = words
  .map(
    (n) => `(($2::text[])[${n}] IS NULL OR ${word(n)} <% ${everything} AND ${word(n)} <% ${named}
      OR ${indexedTypoSql(word(n), everything)} AND ${indexedTypoSql(word(n), named)})`,
  )
  .join(' AND ');

/**
 * The accounts that the caller may find and that fit the filters. $1 the researcher who searches,
 * or null for an administrator; $3 a role or null, $4 a state or null.
 */
const from = `FROM identity.account_profile a
   WHERE ($1::uuid IS NULL OR (a.is_researcher AND a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.id <> $1))
     AND CASE $3::text WHEN 'ADMINISTRATOR' THEN a.role IS NOT NULL WHEN 'researcher' THEN a.is_researcher
       WHEN 'participant' THEN NOT a.is_researcher ELSE true END
     AND CASE $4::text WHEN 'DISABLED' THEN a.disabled_at IS NOT NULL WHEN 'DELETING' THEN a.deletion_at IS NOT NULL
           WHEN 'NEW' THEN a.status = 'NEW' AND a.disabled_at IS NULL AND a.deletion_at IS NULL
           WHEN 'LEAVING' THEN EXISTS (SELECT FROM identity.requested_deletion w WHERE w.account_id = a.id)
           WHEN 'ACTIVE' THEN a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.deletion_at IS NULL ELSE true END`;
const columns = `a.id AS _id, a.first_name, a.last_name, a.organization, a.researcher_privilege IS TRUE AS verified,
   (SELECT i.subject FROM identity.linked_identity i WHERE i.account_id = a.id
   AND i.provider = 'orcid' AND a.is_researcher) AS orcid,
   a.email, a.status, a.is_researcher, a.researcher_privilege, a.role, a.disabled_at, a.deletion_at,
   (SELECT w.requested_at FROM identity.requested_deletion w WHERE w.account_id = a.id) AS deletion_requested_at,
   a.created_at`;
const contains = `${containsWords(everything)} AND ($1::uuid IS NULL OR ${containsWords(named)})`;

@Injectable()
export class PeopleRead {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Finds people, sorted by name. Each of the first six words of the text must occur in the name or
   * the organization; for administrators, it may also occur in the address. At the end come people
   * with similar names, in case a word was mistyped. The filters `role` and `status` apply only for
   * administrators, since the result would reveal the roles and states of accounts.
   */
  async find({
    text = '',
    limit = limits.pageSize,
    cursor,
    askedBy,
    role,
    status,
  }: PeopleSearch): Promise<{ items: Found[]; next_cursor: string | null; alike?: true }> {
    if (!isPlainText(text)) throw badField('text', 'invalid_text');
    const after = decodeCursor(Position, cursor);
    const asked: Asked = [
      askedBy,
      text
        .split(/\s+/)
        .filter(Boolean)
        .slice(0, limits.peopleSearchWords)
        // The database stores an address in ASCII. An internationalized address, as its owner types
        // it, is converted to that form.
        .map((one) => canonicalEmail(one) ?? one),
      askedBy === null ? (role ?? null) : null,
      askedBy === null ? (status ?? null) : null,
    ];
    const rows: Row[] = await this.source.query(
      `SELECT ${columns} ${from} AND ${contains}
         AND ($5::text IS NULL OR (a.last_name, a.first_name, a.id) > ($5, $6, $7::uuid))
       ORDER BY a.last_name, a.first_name, a.id LIMIT $8`,
      [...asked, after?.[0] ?? null, after?.[1] ?? null, after?.[2] ?? null, limit + 1],
    );
    const { items, next_cursor } = pageOfRows(rows, limit, (last) => [
      last.last_name,
      last.first_name,
      last._id,
    ]);
    const alike =
      next_cursor === null && text.trim() !== ''
        ? await this.alike(asked, limit - items.length)
        : [];
    return {
      items: [...items, ...alike].map(askedBy === null ? inFull : inPublic),
      next_cursor,
      ...(!after && items.length === 0 && alike.length > 0 && { alike: true }),
    };
  }

  /**
   * Finds people whose names are similar to the search words, the most similar first. Returns at
   * most `room` people.
   */
  private alike(asked: Asked, room: number): Promise<Row[]> {
    if (room <= 0) return Promise.resolve([]);
    return this.unitOfWork.run(async (tx) => {
      await tx.query(`SET LOCAL pg_trgm.word_similarity_threshold = ${trigramSimilarityThreshold}`);
      return tx.query<Row>(
        `SELECT ${columns}
         FROM (SELECT a.* ${from} AND ${resembles} AND NOT (${contains}) LIMIT ${compared}) a
         ORDER BY ${likeness} DESC, a.last_name, a.first_name, a.id LIMIT $5`,
        [...asked, Math.min(room, mostAlike)],
      );
    });
  }
}

const inFull = (row: Row): Found => ({
  ...row,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  deletion_at: row.deletion_at?.toISOString() ?? null,
  deletion_requested_at: row.deletion_requested_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
const inPublic = ({ _id, first_name, last_name, organization, verified, orcid }: Row): Found => ({
  _id,
  first_name,
  last_name,
  organization,
  verified,
  orcid,
});
