import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { DataSource, type EntityManager } from 'typeorm';
import type { SessionState, Session as SessionView } from '../../../contracts/enrolment/sessions';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';
import { mayOnStudySql } from '../../studies/study.policy';
import { sessionColumns, sessionView, type SessionRow } from './session-view';

/**
 * SQL: the sessions of the studies that an account may read. The statement starts from these
 * studies. Otherwise PostgreSQL may read the newest sessions of all accounts until it has found
 * enough that belong to this account. OFFSET 0 keeps the planner from merging the subquery.
 * @param account an operand
 */
export const readableSessionsSql = (account: string): string =>
  `(SELECT s.* FROM research.study_profile st CROSS JOIN LATERAL (
     SELECT s.id, s.study_id, s.state FROM research.session s WHERE s.study_id = st.id OFFSET 0) s
   WHERE ${mayOnStudySql('read', 'st', account)})`;

const position = z.strictObject({ id: z.uuid() });

export interface SessionFilter {
  state?: SessionState;
  study?: string;
  limit: number;
  cursor?: string;
}

/** Reads the sessions of a researcher's own studies. */
@Injectable()
export class SessionRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads a session of a study that the account may read.
   * @throws DomainError not_found, also for another researcher's session, so that its existence
   * stays hidden.
   */
  async ownById(
    id: string,
    ownerId: string,
    manager: EntityManager = this.source.manager,
  ): Promise<SessionView> {
    const [row]: SessionRow[] = await manager.query(
      `SELECT ${sessionColumns('$2')} FROM research.session s JOIN research.study_profile st ON st.id = s.study_id
       WHERE s.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
      [id, ownerId],
    );
    if (!row) throw new DomainError('not_found');
    return sessionView(row);
  }

  /** Reads the list of sessions on a researcher's dashboard, newest first. */
  async own(
    ownerId: string,
    { state, study, limit, cursor }: SessionFilter,
  ): Promise<{ items: SessionView[]; next_cursor: string | null }> {
    const after = decodeCursor(position, cursor);
    const rows: SessionRow[] = await this.source.query(
      `WITH page AS MATERIALIZED (
         SELECT s.id FROM ${readableSessionsSql('$1')} s
         WHERE ($2::text IS NULL OR s.state = $2) AND ($3::uuid IS NULL OR s.study_id = $3)
           AND ($4::uuid IS NULL OR s.id < $4)
         ORDER BY s.id DESC LIMIT $5)
       SELECT ${sessionColumns('$1')} FROM page JOIN research.session s USING (id)
       JOIN research.study_profile st ON st.id = s.study_id ORDER BY s.id DESC`,
      [ownerId, state ?? null, study ?? null, after?.id ?? null, limit + 1],
    );
    const page = pageOfRows(rows, limit, ({ id }) => ({ id }));
    return { items: page.items.map(sessionView), next_cursor: page.next_cursor };
  }
}
