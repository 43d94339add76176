import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { OwnReview, ResearcherReview } from '../../../contracts/researchers/researchers';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';

interface Row extends Omit<ResearcherReview, 'requested_at' | 'decided_at'> {
  requested_at: Date;
  decided_at: Date | null;
}

const select = `
  SELECT r.id AS _id, r.state, r.requested_at, r.decided_at, r.reason,
    r.organization, r.organization_ror_id, r.interests,
    '{"organization_listed": null}'::jsonb || r.signals AS signals,
    CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('_id', d.id, 'first_name', d.first_name, 'last_name', d.last_name) END AS decided_by,
    jsonb_build_object('_id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
      'email', a.email, 'email_verified', a.status = 'ACTIVE') AS researcher
  FROM identity.review r JOIN identity.person a ON a.id = r.account_id LEFT JOIN identity.person d ON d.id = r.decided_by`;

const onTheWire = (row: Row): ResearcherReview => ({
  ...row,
  requested_at: row.requested_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
});

/** The administrators' review queue and its history. */
@Injectable()
export class ReviewRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Lists reviews. A list of pending reviews begins with the review that has waited longest. Every
   * other list, such as the complete history of one person, begins with the newest review.
   */
  async list({
    state,
    researcher,
    limit = limits.pageSize,
    cursor,
  }: {
    state?: ResearcherReview['state'];
    researcher?: string;
    limit?: number;
    cursor?: string;
  }): Promise<{ items: ResearcherReview[]; next_cursor: string | null }> {
    const [beyond, order] = state === 'pending' ? ['>', 'ASC'] : ['<', 'DESC'];
    const rows: Row[] = await this.source.query(
      `${select} WHERE ($1::text IS NULL OR r.state = $1)
       AND ($2::uuid IS NULL OR r.id ${beyond} $2) AND ($3::uuid IS NULL OR r.account_id = $3)
       ORDER BY r.id ${order} LIMIT $4`,
      [state ?? null, decodeCursor(Id, cursor), researcher ?? null, limit + 1],
    );
    return pageOfRows(rows.map(onTheWire), limit, (last) => last._id);
  }

  /** The decision of the newest decided review. */
  async lastDecision(accountId: string): Promise<OwnReview['last_decision']> {
    const [row]: { state: 'approved' | 'rejected'; decided_at: Date; reason: string }[] =
      await this.source.query(
        `SELECT state, decided_at, reason FROM identity.review WHERE account_id = $1
         AND state IN ('approved', 'rejected') AND decided_at IS NOT NULL AND reason IS NOT NULL
         ORDER BY decided_at DESC, id DESC LIMIT 1`,
        [accountId],
      );
    return row ? { ...row, decided_at: row.decided_at.toISOString() } : null;
  }

  async byId(id: string): Promise<ResearcherReview> {
    const [row]: Row[] = await this.source.query(`${select} WHERE r.id = $1`, [id]);
    if (!row) throw new DomainError('not_found');
    return onTheWire(row);
  }
}
