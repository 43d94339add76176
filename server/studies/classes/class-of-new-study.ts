import type { Person } from '../../access/person';
import type { Transaction } from '../../platform/db/unit-of-work';
import { mustBuildInClass, onlyOpenClassOf } from './class-builders';

/** Who makes a study. */
export type StudyCreator = Pick<Person, 'account_id' | 'is_researcher'>;

/**
 * Determines the class of a new study: the class that the request names; null for an ordinary study,
 * which only researchers make.
 * @param field the request field that names the class
 * @throws DomainError
 * - not_found: the account does not build studies in the named class
 * - classroom_closed: the class is closed
 * - forbidden: the account may build studies in no class
 * - validation_failed: the request names no class, and the account builds in several open ones
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
