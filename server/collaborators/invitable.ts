import type { Person } from '../access/person';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { buildsIn } from '../studies/classes/class-builders';

/**
 * Who may have a role in a study: in an ordinary one researchers, in one of a class the students who build in that class. For
 * all others an invitation to a study of a class does not exist, whatever its key.
 * @throws DomainError not_found, forbidden
 */
export async function mustBeInvitable(
  on: Pick<Transaction, 'query'>,
  { classroom_id }: { readonly classroom_id: string | null },
  { account_id, is_researcher }: Pick<Person, 'account_id' | 'is_researcher'>,
): Promise<void> {
  if (classroom_id === null) {
    if (!is_researcher) throw new DomainError('forbidden');
  } else if (!(await buildsIn(on, account_id, classroom_id))) throw new DomainError('not_found');
}
