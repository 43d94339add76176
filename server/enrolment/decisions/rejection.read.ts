import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RejectionCategory } from '../../../contracts/enrolment/participations';
import { mayOnStudySql } from '../../studies/study.policy';

export interface Rejection {
  readonly category: RejectionCategory | null;
  /** The reason as the researcher wrote it. */
  readonly reason: string | null;
}

/**
 * Whether an account is one of the people of the session's study: administrators must not decide about their own
 * study.
 * @param session, account operands
 */
export const isOfStudySql = (session: string, account: string): string =>
  `EXISTS (SELECT FROM research.session asked JOIN research.study_profile st ON st.id = asked.study_id
     WHERE asked.id = ${session} AND ${mayOnStudySql('read', 'st', account)})`;

@Injectable()
export class RejectionRead {
  constructor(private readonly source: DataSource) {}

  /** @returns by the participation's id, without participations that are not rejected */
  async of(participationIds: readonly string[]): Promise<Map<string, Rejection>> {
    if (participationIds.length === 0) return new Map();
    const rows: (Rejection & { id: string })[] = await this.source.query(
      `SELECT id, move_category AS category, move_reason AS reason FROM research.participation
       WHERE id = ANY($1::uuid[]) AND state = 'rejected'`,
      [participationIds],
    );
    return new Map(rows.map(({ id, ...rejection }) => [id, rejection]));
  }
}
