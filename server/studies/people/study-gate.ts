import { Injectable } from '@nestjs/common';
import type { DomainError } from '../../platform/errors/errors';
import { permissionError } from './refusals';
import { mayOnStudy, type StudyAction, type StudyPeople } from '../study.policy';
import { StudyMembersRead } from './study-members.read';

/**
 * Decides whether an account without a role in a study may read its public page. The catalogue
 * implements this interface.
 */
export interface StudyPageAccess {
  mayRead(studyId: string, accountId: string): Promise<boolean>;
}

/**
 * Checks what an account may do with a study, before a command or query runs. A command checks the
 * permission again after it has locked the study.
 */
@Injectable()
export class StudyGate {
  private pageAccess: StudyPageAccess | undefined;

  constructor(private readonly members: StudyMembersRead) {}

  /**
   * Registers the service that decides who may read a study's page. Until a service is registered,
   * callers without a role get not_found. This class cannot import the service: the service
   * reads sessions, and the context of sessions depends on the studies context.
   * @throws Error if one is already registered
   */
  registerPageAccess(access: StudyPageAccess): void {
    if (this.pageAccess) throw new Error('page access is registered already');
    this.pageAccess = access;
  }

  /**
   * Checks that an account may do something with a study.
   * @throws DomainError forbidden for a caller who may read the study, else not_found
   */
  async must(
    act: StudyAction,
    studyId: string,
    accountId: string,
  ): Promise<StudyPeople & { state: string }> {
    const study = await this.members.of(studyId);
    if (study && mayOnStudy(act, study, accountId)) return study;
    throw await this.refusalTo(studyId, accountId, study);
  }

  /** Whether an account without a role may read the study's page. */
  async mayRead(studyId: string, accountId: string): Promise<boolean> {
    return (await this.pageAccess?.mayRead(studyId, accountId)) === true;
  }

  /**
   * Whether, in sessions with names, the account sees exact times as events happen
   * (reader-by-day.sql.ts).
   */
  async seesMoments(accountId: string): Promise<boolean> {
    return !(await this.members.isReaderByDay(accountId));
  }

  /**
   * Makes the error for a caller who lacks the permission. For a caller without a role, the same SQL
   * statements run whether or not the study exists, so that the duration reveals nothing.
   */
  async refusalTo(studyId: string, accountId: string, study?: StudyPeople): Promise<DomainError> {
    if (study && mayOnStudy('read', study, accountId)) return permissionError(true);
    return permissionError(await this.mayRead(studyId, accountId));
  }
}
