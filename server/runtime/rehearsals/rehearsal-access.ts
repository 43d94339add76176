import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared } from '../../platform/db/prepared';
import { StudyMembersRead } from '../../studies/people/study-members.read';
import { requireStudyPermission, permissionError } from '../../studies/people/refusals';

const studyOf = prepared<{ study_id: string }>(
  'study-of-rehearsal',
  `SELECT study_id FROM research.rehearsal WHERE id = $1::uuid`,
);

/** Decides whether a researcher may rehearse a study, and whether they may read its rehearsals. */
@Injectable()
export class RehearsalAccess {
  constructor(
    private readonly source: DataSource,
    private readonly members: StudyMembersRead,
  ) {}

  /**
   * Checks that a person may read or edit the study of a rehearsal. Allows this for an archived
   * study, too, so that its rehearsals can still be read and deleted.
   * @returns the id of the rehearsal's study
   * @throws DomainError not_found, forbidden
   */
  async must(act: 'read' | 'edit', rehearsalId: string, accountId: string): Promise<string> {
    const [found] = await studyOf(this.source, [rehearsalId]);
    if (!found) throw permissionError(false);
    requireStudyPermission(act, await this.members.of(found.study_id), accountId);
    return found.study_id;
  }
}
