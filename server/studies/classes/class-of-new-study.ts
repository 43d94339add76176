import type { Person } from '../../access/person';
import type { Transaction } from '../../platform/db/unit-of-work';
import { mustBuildInClass, onlyOpenClassOf } from './class-builders';

/** Who makes a study. */
export type StudyCreator = Pick<Person, 'account_id' | 'is_researcher'>;

/**
 * Determines the class of a new study: the one that the request names, if the account builds there; null for an
 * ordinary study, which only researchers make.
 * @param field the request field that names the class
 * @throws DomainError not_found where the account does not build in the named class; classroom_closed; forbidden
 * where it may build in no classroom; validation_failed where it builds in several open classrooms and names none
 */
export async function classOfNewStudy(
  tx: Transaction,
  { account_id, is_researcher }: StudyCreator,
  named: string | null | undefined,
  field: string,
): Promise<string | null> {
  if (named) {
    await mustBuildInClass(tx, account_id, named);
    return named;
  }
  return is_researcher ? null : onlyOpenClassOf(tx, account_id, field);
}
