import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import { Storage } from '../../platform/storage/storage';
import { isStaffSql } from '../../studies/classes/class-staff.sql';
import { readConsentFormInForce } from '../../studies/consents/form-in-force';
import { lockStudySharedWithoutRole } from '../../studies/locked-study';
import type { StudyFromTemplate, StudyTemplateProvider } from '../../studies/template-keeper';
import { readForkedStudyContent } from './fork-state';

/** Decides who may copy a template, and records the template's content for the copy. */
@Injectable()
export class TemplateCopies implements StudyTemplateProvider {
  constructor(private readonly storage: Storage) {}

  /**
   * Finds a template that the account may copy. Students who may build studies may copy it into the
   * classroom with which it is shared; staff may also make an ordinary study of it. The template is
   * locked, so that a change of its shares waits until the copy is made.
   * @throws DomainError not_found
   */
  async mayCopy(
    tx: Transaction,
    studyId: string,
    accountId: string,
    classroomId: string | null,
  ): Promise<void> {
    const template = await lockStudySharedWithoutRole(tx, studyId);
    if (!template || template.state === 'archived') throw new DomainError('not_found');
    const shares = await tx.query(
      classroomId === null
        ? `SELECT 1 FROM research.template_share s
           JOIN identity.class_member m ON m.classroom_id = s.classroom_id AND m.account_id = $2::uuid
             AND ${isStaffSql('m')} AND m.state <> 'archived'
           WHERE s.study_id = $1 AND $3::uuid IS NULL LIMIT 1`
        : `SELECT 1 FROM research.template_share s
           JOIN identity.class_member m ON m.classroom_id = s.classroom_id AND m.account_id = $2::uuid AND m.builds
           WHERE s.study_id = $1 AND s.classroom_id = $3::uuid`,
      [studyId, accountId, classroomId],
    );
    if (shares.length === 0) throw new DomainError('not_found');
  }

  /**
   * Records from which template a study was copied, and the template's content. The recorded
   * content has the template's consent form, since the copy has no form of its own yet.
   */
  async copied(
    tx: Transaction,
    { studyId, templateId, classroomId, now }: StudyFromTemplate,
  ): Promise<void> {
    const base = await readForkedStudyContent(tx, this.storage, studyId);
    const consent = await readConsentFormInForce(tx, templateId);
    await tx.query(
      `INSERT INTO research.fork (study_id, template_id, template_title, pooled, base, made_at)
       SELECT $1, st.id, st.title, coalesce(s.pooled, false), $3::jsonb, $4::timestamptz
       FROM research.study_profile st
       LEFT JOIN research.template_share s ON s.study_id = st.id AND s.classroom_id = $5::uuid
       WHERE st.id = $2`,
      [studyId, templateId, JSON.stringify({ ...base, consent }), now, classroomId],
    );
  }
}
