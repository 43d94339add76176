import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { findUsers } from '../../../contracts/accounts';
import type { Input, Result } from '../../../contracts/base/endpoint';
import { Id, isPlainText } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import { pageOfRows, readCursor } from '../../platform/http/cursor';
import { badField } from '../../platform/http/errors';

type Found = Result<typeof findUsers>['items'][number];
/**
 * `askedBy`: the researcher who searches and sees only other researchers; null: an administrator,
 * who sees all accounts.
 */
export type Search = Input<typeof findUsers>['query'] & { askedBy: string | null };
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
  created_at: Date;
};

const plain = z.string().refine(isPlainText);
const Position = z.tuple([plain, plain, Id]);
/** As many as `limits.peopleSearchWords`. */
const words = [1, 2, 3, 4, 5, 6] as const;

/**
 * That each of the first words of $2 stands in a text, which an index over its trigrams finds. Not
 * an EXISTS over the words, by which it would not be asked; a word that is null is no condition.
 */
const containsWords = (text: string) =>
  words
    .map(
      (n) => `(($2::text[])[${n}] IS NULL OR ${text} LIKE
        '%' || regexp_replace(identity.folded(($2::text[])[${n}]), '([%_\\\\])', '\\\\\\1', 'g') || '%')`,
    )
    .join(' AND ');

@Injectable()
export class PeopleRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Sorted by name. Each of the first six words of the text must match the name or organization
   * (for administrators also the address). Only administrators may filter by `role` and `status`:
   * the result would reveal to others what they may not see.
   */
  async find({
    text = '',
    limit = limits.pageSize,
    cursor,
    askedBy,
    role,
    status,
  }: Search): Promise<{ items: Found[]; next_cursor: string | null }> {
    if (!isPlainText(text)) throw badField('text', 'invalid_text');
    const after = readCursor(Position, cursor);
    const rows: Row[] = await this.source.query(
      `SELECT a.id AS _id, a.first_name, a.last_name, a.organization, a.researcher_privilege IS TRUE AS verified,
         (SELECT i.subject FROM identity.linked_identity i WHERE i.account_id = a.id
         AND i.provider = 'orcid' AND a.is_researcher) AS orcid,
         a.email, a.status, a.is_researcher, a.researcher_privilege, a.role, a.disabled_at, a.deletion_at, a.created_at
       FROM identity.account_profile a
       WHERE ($1::uuid IS NULL OR (a.is_researcher AND a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.id <> $1))
         AND ${containsWords('identity.said(a.first_name, a.last_name, a.organization, a.email)')}
         AND ($1::uuid IS NULL OR ${containsWords('identity.said(a.first_name, a.last_name, a.organization, NULL)')})
         AND ($3::text IS NULL OR (a.last_name, a.first_name, a.id) > ($3, $4, $5::uuid))
         AND CASE $7::text WHEN 'ADMINISTRATOR' THEN a.role IS NOT NULL WHEN 'researcher' THEN a.is_researcher
           WHEN 'participant' THEN NOT a.is_researcher ELSE true END
         AND CASE $8::text WHEN 'DISABLED' THEN a.disabled_at IS NOT NULL WHEN 'DELETING' THEN a.deletion_at IS NOT NULL
               WHEN 'NEW' THEN a.status = 'NEW' AND a.disabled_at IS NULL AND a.deletion_at IS NULL
               WHEN 'ACTIVE' THEN a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.deletion_at IS NULL ELSE true END
       ORDER BY a.last_name, a.first_name, a.id LIMIT $6`,
      [
        askedBy,
        text.split(/\s+/).filter(Boolean).slice(0, limits.peopleSearchWords),
        after?.[0] ?? null,
        after?.[1] ?? null,
        after?.[2] ?? null,
        limit + 1,
        askedBy === null ? (role ?? null) : null,
        askedBy === null ? (status ?? null) : null,
      ],
    );
    const { items, next_cursor } = pageOfRows(rows, limit, (last) => [
      last.last_name,
      last.first_name,
      last._id,
    ]);
    return { items: items.map(askedBy === null ? inFull : inPublic), next_cursor };
  }
}

const inFull = (row: Row): Found => ({
  ...row,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  deletion_at: row.deletion_at?.toISOString() ?? null,
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
