import { Injectable } from '@nestjs/common';
import { DomainError } from '../platform/errors/errors';
import type { Transaction } from '../platform/db/unit-of-work';

/** A study that the same transaction has just created as a copy of a template. */
export interface StudyFromTemplate {
  readonly studyId: string;
  readonly templateId: string;
  /** The class of the new study; null for an ordinary study. */
  readonly classroomId: string | null;
  readonly now: Date;
}

/**
 * Decides who may use a study as a template, and learns of each copy. The context that stores
 * templates implements this interface.
 */
export interface StudyTemplateProvider {
  /**
   * Checks that the account may copy the study as a template.
   * @param classroomId the class for which the copy is made; null for an ordinary study
   * @throws DomainError not_found if the account may not copy the study
   */
  mayCopy(
    tx: Transaction,
    studyId: string,
    accountId: string,
    classroomId: string | null,
  ): Promise<void>;
  /**
   * Called in the transaction that copies a template, after texts, files and descriptions of
   * variables have been copied.
   */
  copied(tx: Transaction, made: StudyFromTemplate): Promise<void>;
}

/**
 * Holds the `StudyTemplateProvider` that the teaching context registers. It is registered and not
 * imported, because the teaching context depends on the studies context. Before the registration, no
 * study can be copied as a template.
 */
@Injectable()
export class StudyTemplateRegistry {
  private keeper: StudyTemplateProvider | undefined;

  /** @throws Error where a provider is registered already */
  keptBy(keeper: StudyTemplateProvider): void {
    if (this.keeper) throw new Error('templates have a keeper already');
    this.keeper = keeper;
  }

  /** @throws DomainError not_found */
  async mayCopy(
    tx: Transaction,
    studyId: string,
    accountId: string,
    classroomId: string | null,
  ): Promise<void> {
    if (!this.keeper) throw new DomainError('not_found');
    await this.keeper.mayCopy(tx, studyId, accountId, classroomId);
  }

  async copied(tx: Transaction, made: StudyFromTemplate): Promise<void> {
    await this.keeper?.copied(tx, made);
  }
}
