import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../platform/errors/errors';
import { refusal } from './refusals';
import { mayOnStudy, type StudyAct, type StudyPeople } from '../study.policy';
import { StudyMembersRead } from './study-members.read';

/** Decides who may read the page of a study without a role in it. The catalogue implements this. */
export interface StudyPageAccess {
  mayRead(studyId: string, accountId: string): Promise<boolean>;
}

/**
 * Asks the policy before a call about a study, for callers with a role in it and without. A command
 * asks again under its lock.
 */
@Injectable()
export class StudyGate {
  private pageAccess: StudyPageAccess | undefined;

  constructor(private readonly members: StudyMembersRead) {}

  /**
   * Registers the decision who may read a study's page. It depends on sessions, and the context of the sessions
   * depends on this one, not the other way round. Without it, callers without a role get not_found.
   * @throws Error if one is registered already
   */
  registerPageAccess(access: StudyPageAccess): void {
    if (this.pageAccess) throw new Error('page access is registered already');
    this.pageAccess = access;
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

  /** Whether the account may read the study's page, among all studies that it may find. */
  async mayRead(studyId: string, accountId: string): Promise<boolean> {
    return (await this.pageAccess?.mayRead(studyId, accountId)) === true;
  }

  /** Whether lists show the account the moments of sessions with names when they happen (reader-by-day.sql.ts). */
  async seesMoments(accountId: string): Promise<boolean> {
    return !(await this.members.isReaderByDay(accountId));
  }

  /**
   * The refusal of a caller without the permission. For a caller without a role it sends the same
   * statements whether the study exists or not.
   */
  async refusalTo(studyId: string, accountId: string, study?: StudyPeople): Promise<DomainError> {
    if (study && mayOnStudy('read', study, accountId)) return refusal(true);
    return refusal(await this.mayRead(studyId, accountId));
  }
}
