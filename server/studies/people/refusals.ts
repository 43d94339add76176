import { DomainError } from '../../platform/http/errors';
import { mayOnStudy, type StudyAct, type StudyPeople } from '../study.policy';

/**
 * What a caller is told who may not do something with what an address names first, a study, a session
 * or a slot (docs/api-conventions.md): `forbidden` where they may read it, and else `not_found`, as if
 * it were not there. The only place that decides between the two.
 */
export const refusal = (mayRead: boolean): DomainError =>
  new DomainError(mayRead ? 'forbidden' : 'not_found');

/**
 * For a row that was found by the condition `mayOnStudySql('read', …)`: its readers.
 * @param row `may`: whether they may do the act, of `mayOnStudySql(act, …)`
 * @throws DomainError not_found, forbidden
 */
export function permitted<T extends { may: boolean }>(row: T | undefined): T {
  if (!row?.may) throw refusal(row !== undefined);
  return row;
}

/**
 * For a study that was read or locked: its people read it. Whether others read its page is asked
 * before (study-gate.ts).
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
