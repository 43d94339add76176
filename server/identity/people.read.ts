import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { findUsers } from '../../contracts/accounts';
import type { Result } from '../../contracts/endpoint';
import { Id, isPlainText } from '../../contracts/fields';
import { limits } from '../../contracts/limits';
import { pageOfRows, readCursor } from '../platform/cursor';
import { badField } from '../platform/errors';

type Found = Result<typeof findUsers>['items'][number];
export interface Search {
  text?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  /** The researcher who asks and sees only other researchers; null: an administrator, who sees everybody. */
  askedBy: string | null;
}

const plain = z.string().refine(isPlainText);
const Position = z.tuple([plain, plain, Id]);

@Injectable()
export class PeopleRead {
  constructor(private readonly source: DataSource) {}

  /** By name, each word of the text found in name or organization (administrators: or address). */
  async find({ text = '', limit = limits.pageSize, cursor, askedBy }: Search): Promise<{ items: Found[]; next_cursor: string | null }> {
    if (!isPlainText(text)) throw badField('text', 'invalid_text');
    const after = readCursor(Position, cursor);
    const rows: Found[] = await this.source.query(
      `SELECT id AS _id, first_name, last_name, organization, researcher_privilege IS TRUE AS verified,
         CASE WHEN $1::uuid IS NULL THEN json_build_object('email', email, 'status', status, 'is_researcher', is_researcher, 'role', role) END AS more
       FROM identity.account
       WHERE ($1::uuid IS NULL OR (is_researcher AND status = 'ACTIVE' AND id <> $1))
         AND NOT EXISTS (
           SELECT 1 FROM unnest($2::text[]) AS word
           WHERE strpos(lower(concat_ws(' ', first_name, last_name, organization, CASE WHEN $1::uuid IS NULL THEN email END)), lower(word)) = 0)
         AND ($3::text IS NULL OR (last_name, first_name, id) > ($3, $4, $5::uuid))
       ORDER BY last_name, first_name, id LIMIT $6`,
      [askedBy, text.split(/\s+/).filter(Boolean), after?.[0] ?? null, after?.[1] ?? null, after?.[2] ?? null, limit + 1],
    ).then((found: (Found & { more: object | null })[]) => found.map(({ more, ...row }) => ({ ...row, ...more })));
    return pageOfRows(rows, limit, (last) => [last.last_name, last.first_name, last._id]);
  }
}
