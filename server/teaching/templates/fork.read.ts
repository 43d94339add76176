import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StudyFork } from '../../../contracts/teaching/templates';
import { Storage } from '../../platform/storage/storage';
import { isStaffSql } from '../../studies/classes/class-staff.sql';
import { StudyGate } from '../../studies/people/study-gate';
import { mayOnStudySql } from '../../studies/study.policy';
import { forkChanges, type ForkedStudyContent } from './fork-changes.rule';
import { readForkedStudyContent } from './fork-state';

interface Row {
  template_id: string | null;
  template_title: string | null;
  base: ForkedStudyContent | null;
  made_at: Date | null;
}

/** Reads from which template a study was copied, and how the study differs from it now. */
@Injectable()
export class ForkRead {
  constructor(
    private readonly source: DataSource,
    private readonly storage: Storage,
    private readonly gate: StudyGate,
  ) {}

  /**
   * Compares the study with its template, for the people of the study and the staff of its
   * classroom.
   * @throws DomainError forbidden for other people who may read the study's page, not_found for all
   * others
   */
  async of(studyId: string, accountId: string): Promise<StudyFork> {
    const [row]: Row[] = await this.source.query(
      `SELECT f.template_id, f.template_title, f.base, f.made_at
       FROM research.study_profile st LEFT JOIN research.fork f ON f.study_id = st.id
       WHERE st.id = $1 AND (${mayOnStudySql('read', 'st', '$2::uuid')} OR EXISTS (
         SELECT FROM identity.class_member m WHERE m.classroom_id = st.classroom_id AND m.account_id = $2::uuid
           AND ${isStaffSql('m')}))`,
      [studyId, accountId],
    );
    if (!row) throw await this.gate.refusalTo(studyId, accountId);
    const { template_id, template_title, base, made_at } = row;
    if (base === null || template_title === null)
      return { template: null, made_at: null, changes: [] };
    const now = await readForkedStudyContent(this.source, this.storage, studyId);
    return {
      template: { study_id: template_id, title: template_title },
      made_at: made_at?.toISOString() ?? null,
      changes: now ? forkChanges(base, now) : [],
    };
  }
}
