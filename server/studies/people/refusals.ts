import { DomainError } from '../../platform/errors/errors';
import { mayOnStudy, type StudyAct, type StudyPeople } from '../study.policy';

/**
 * The error for a caller without the permission for an action. A URL names a study, a session or a slot
 * first (docs/api-conventions.md): a caller who may read that gets `forbidden`, any other one `not_found`,
 * as if it did not exist. No other place decides between the two.
 */
export const refusal = (mayRead: boolean): DomainError =>
  new DomainError(mayRead ? 'forbidden' : 'not_found');

/**
 * Checks a row that was found by the condition `mayOnStudySql('read', …)`.
 * @param row `may`: whether they may do the act, of `mayOnStudySql(act, …)`
 * @throws DomainError not_found, forbidden
 */
export function requirePermission<T extends { may: boolean }>(row: T | undefined): T {
  if (!row?.may) throw refusal(row !== undefined);
  return row;
}

/**
 * Checks an act on a study that was read or locked. Only its people count as readers here; `StudyGate`
 * checks before whether the caller may read the study's public page.
 * @throws DomainError not_found, forbidden
 */
export function mustAllow<T extends StudyPeople>(
  act: StudyAct,
  study: T | undefined,
  accountId: string,
): T {
  if (!study || !mayOnStudy(act, study, accountId))
    throw refusal(study !== undefined && mayOnStudy('read', study, accountId));
  return study;
}
