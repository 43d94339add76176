import { DomainError } from '../../platform/errors/errors';
import { mayOnStudy, type StudyAction, type StudyPeople } from '../study.policy';

/**
 * Makes the error for a caller who lacks a permission (docs/api-conventions.md). Only this function
 * decides between the two codes.
 * - `forbidden`: the caller may read the first study, session or slot that the URL names.
 * - `not_found`: the caller may not read it. The error is the same as if it did not exist.
 */
export const permissionError = (mayRead: boolean): DomainError =>
  new DomainError(mayRead ? 'forbidden' : 'not_found');

/**
 * Checks a permission by a row that was selected with the condition `mayOnStudySql('read', …)`.
 * @param row undefined if the caller may not read the study. Its column `may` is the result of
 * `mayOnStudySql(act, …)`: whether the caller may do the act
 * @throws DomainError not_found, forbidden
 */
export function requirePermission<T extends { may: boolean }>(row: T | undefined): T {
  if (!row?.may) throw permissionError(row !== undefined);
  return row;
}

/**
 * Checks that an account may do something with a study that the caller has read or locked. An
 * account without a role in the study gets `not_found`. `StudyGate` has run before. It has given
 * the error `forbidden` to accounts that may read only the study's public page.
 * @throws DomainError not_found, forbidden
 */
export function requireStudyPermission<T extends StudyPeople>(
  act: StudyAction,
  study: T | undefined,
  accountId: string,
): T {
  if (!study || !mayOnStudy(act, study, accountId))
    throw permissionError(study !== undefined && mayOnStudy('read', study, accountId));
  return study;
}
