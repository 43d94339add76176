import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../platform/errors/errors';
import { refusal } from './refusals';
import { mayOnStudy, type StudyAct, type StudyPeople } from '../study.policy';
import { StudyMembersRead } from './study-members.read';

/** The context that knows who may read the page of a study without a role in it implements this. */
export interface StudyPages {
  mayRead(studyId: string, accountId: string): Promise<boolean>;
}

/**
 * Asks the policy before a call about a study, for callers with a role in it and without. A command
 * asks again under its lock.
 */
@Injectable()
export class StudyGate {
  private pages: StudyPages | undefined;

  constructor(private readonly members: StudyMembersRead) {}

  /**
   * Registers what decides who may read a study's page. The page depends on sessions, which this context cannot see:
   * the context of the sessions knows this one, and not the other way round. Without a registration, only people with
   * a role in the study may read it.
   * @throws Error where something is registered already
   */
  shownBy(pages: StudyPages): void {
    if (this.pages) throw new Error('the pages of studies are shown already');
    this.pages = pages;
  }

  /** @throws DomainError forbidden for who may read the study, else not_found */
  async must(
    act: StudyAct,
    studyId: string,
    accountId: string,
  ): Promise<StudyPeople & { state: string }> {
    const study = await this.members.of(studyId);
    if (study && mayOnStudy(act, study, accountId)) return study;
    throw await this.refusalTo(studyId, accountId, study);
  }

  /**
   * The refusal of a caller without the permission. For a caller without a role it sends the same
   * statements whether the study exists or not.
   */
  async refusalTo(studyId: string, accountId: string, study?: StudyPeople): Promise<DomainError> {
    if (study && mayOnStudy('read', study, accountId)) return refusal(true);
    return refusal((await this.pages?.mayRead(studyId, accountId)) === true);
  }
}
