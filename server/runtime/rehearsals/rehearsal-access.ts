import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../platform/http/errors';
import { prepared } from '../../platform/db/prepared';
import { StudyMembersRead } from '../../studies/people/study-members.read';
import { mayOnStudy, roleIn } from '../../studies/study.policy';

const studyOf = prepared<{ study_id: string }>(
  'study-of-rehearsal',
  `SELECT study_id FROM research.rehearsal WHERE id = $1::uuid`,
);

/** Who may rehearse a study, and who may look at what came of it. */
@Injectable()
export class RehearsalAccess {
  constructor(
    private readonly source: DataSource,
    private readonly members: StudyMembersRead,
  ) {}

  /** @throws DomainError not_found without a role in the study, whatever its state; forbidden */
  async mustOnStudy(act: 'read' | 'edit', studyId: string, accountId: string): Promise<void> {
    const study = await this.members.of(studyId);
    if (!study || roleIn(study, accountId) === null) throw new DomainError('not_found');
    if (!mayOnStudy(act, study, accountId)) throw new DomainError('forbidden');
    // What was found out before it was archived can still be read, and deleted.
  }

  /** @returns its study @throws DomainError not_found, forbidden */
  async must(act: 'read' | 'edit', rehearsalId: string, accountId: string): Promise<string> {
    const [found] = await studyOf(this.source, [rehearsalId]);
    if (!found) throw new DomainError('not_found');
    await this.mustOnStudy(act, found.study_id, accountId);
    return found.study_id;
  }
}
