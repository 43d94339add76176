import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { RejectionCategory } from '../../../contracts/enrolment/participations';
import { mayOnStudySql } from '../../studies/study.policy';

export interface RejectionReasons {
  readonly category: RejectionCategory | null;
  /** The reason as the researcher wrote it. */
  readonly reason: string | null;
}

/**
 * SQL condition: the account has a role in the session's study. Administrators must not decide
 * about rejections in their own studies.
 * @param session an operand, the session's id
 * @param account an operand, the account's id
 */
export const hasStudyRoleSql = (session: string, account: string): string =>
  `EXISTS (SELECT FROM research.session asked JOIN research.study_profile st ON st.id = asked.study_id
     WHERE asked.id = ${session} AND ${mayOnStudySql('read', 'st', account)})`;

@Injectable()
export class RejectionRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads why these participations were rejected.
   * @returns by participation id; participations that are not rejected are absent
   */
  async of(participationIds: readonly string[]): Promise<Map<string, RejectionReasons>> {
    if (participationIds.length === 0) return new Map();
    const rows: (RejectionReasons & { id: string })[] = await this.source.query(
      `SELECT id, move_category AS category, move_reason AS reason FROM research.participation
       WHERE id = ANY($1::uuid[]) AND state = 'rejected'`,
      [participationIds],
    );
    return new Map(rows.map(({ id, ...rejection }) => [id, rejection]));
  }
}
