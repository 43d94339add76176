import type { Person } from '../access/person';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { buildsInClass } from '../studies/classes/class-builders';

/**
 * Checks that a person may get a role in a study: in an ordinary study a researcher, in a class
 * study a student who builds for that class. To all other people, an invitation to a class study
 * appears not to exist, even with the right key.
 * @throws DomainError not_found, forbidden
 */
export async function mustBeInvitable(
  on: Pick<Transaction, 'query'>,
  { classroom_id }: { readonly classroom_id: string | null },
  { account_id, is_researcher }: Pick<Person, 'account_id' | 'is_researcher'>,
): Promise<void> {
  if (classroom_id === null) {
    if (!is_researcher) throw new DomainError('forbidden');
  } else if (!(await buildsInClass(on, account_id, classroom_id)))
    throw new DomainError('not_found');
}
