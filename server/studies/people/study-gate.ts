import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../platform/errors/errors';
import { refusal } from './refusals';
import { mayOnStudy, type StudyAct, type StudyPeople } from '../study.policy';
import { StudyMembersRead } from './study-members.read';

/** Decides who may read the page of a study without a role in it. Implemented by the catalogue. */
export interface StudyPageAccess {
  mayRead(studyId: string, accountId: string): Promise<boolean>;
}

/**
 * Checks the policy before a call about a study, for callers with and without a role in it. A command checks again
 * under its lock.
 */
@Injectable()
export class StudyGate {
  private pageAccess: StudyPageAccess | undefined;

  constructor(private readonly members: StudyMembersRead) {}

  /**
   * Registers the decision who may read a study's page. It depends on sessions, whose context depends on this one,
   * and not the other way round. Without it, callers without a role get not_found.
   * @throws Error if one is already registered
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

  /**
   * Whether, for sessions with names, lists show the account exact times when events happen (reader-by-day.sql.ts).
   */
  async seesMoments(accountId: string): Promise<boolean> {
    return !(await this.members.isReaderByDay(accountId));
  }

  /**
   * The error for a caller without the permission. For a caller without a role it sends the same statements whether
   * or not the study exists.
   */
  async refusalTo(studyId: string, accountId: string, study?: StudyPeople): Promise<DomainError> {
    if (study && mayOnStudy('read', study, accountId)) return refusal(true);
    return refusal(await this.mayRead(studyId, accountId));
  }
}
