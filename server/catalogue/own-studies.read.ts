import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Id } from '../../contracts/base/fields';
import { limits } from '../../contracts/base/limits';
import type { OwnStudy } from '../../contracts/studies';
import { pageOfRows, readCursor } from '../platform/http/cursor';
import { mayOnStudySql } from '../studies/study.policy';

interface Row extends Omit<OwnStudy, 'created_at' | 'updated_at' | 'reward'> {
  reward_amount: number | null;
  reward_currency: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Ids are ordered by time, so the next page starts at the last id of this one. */
const Position = z.strictObject({ study: Id });

const ownStudy = ({
  reward_amount,
  reward_currency,
  created_at,
  updated_at,
  ...row
}: Row): OwnStudy => ({
  ...row,
  reward:
    reward_amount === null || reward_currency === null
      ? null
      : { amount: reward_amount, currency: reward_currency },
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/**
 * The researcher's own list, archived ones too, the newest first: the index study_owner in its order.
 * OFFSET 0 keeps PostgreSQL from collecting the valid consents of all studies to answer for a page.
 */
@Injectable()
export class OwnStudiesRead {
  constructor(private readonly source: DataSource) {}

  /** @throws DomainError validation_failed for a broken cursor. */
  async list(
    ownerId: string,
    { limit = limits.pageSize, cursor, text }: { limit?: number; cursor?: string; text?: string },
  ): Promise<{ items: OwnStudy[]; next_cursor: string | null }> {
    const after = readCursor(Position, cursor);
    const rows: Row[] = await this.source.query(
      `SELECT t.id AS _id, t.title, t.duration_minutes, t.reward_amount, t.reward_currency, t.privacy_level,
      t.state, t.created_at, t.updated_at,
         coalesce(s.recruiting, false) AS recruiting, coalesce(s.sessions, 0)::int AS sessions,
         coalesce(s.participants, 0)::int AS participants,
         EXISTS (SELECT FROM research.consent_document c WHERE c.study_id = t.id AND c.state = 'valid' OFFSET 0) AS has_consent
       FROM research.study_profile t LEFT JOIN LATERAL (
         SELECT bool_or(state = 'active') AS recruiting, count(*) AS sessions, sum(participants) AS participants
         FROM research.recruitment WHERE study_id = t.id) s ON true
       WHERE ${mayOnStudySql('read', 't', '$1')} AND ($2::uuid IS NULL OR t.id < $2)
       AND ($3::text IS NULL OR strpos(lower(t.title), lower($3)) > 0)
       ORDER BY t.id DESC LIMIT $4`,
      [ownerId, after?.study ?? null, text?.replaceAll('\0', '').trim() || null, limit + 1],
    );
    return pageOfRows(rows.map(ownStudy), limit, (last) => ({ study: last._id }));
  }
}
