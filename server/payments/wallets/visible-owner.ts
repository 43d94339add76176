import type { Person } from '../../access/person';
import { DomainError } from '../../platform/errors/errors';

/**
 * Whose wallets and deposits a caller reads: an administrator those of anybody, a researcher only their own.
 * @param researcher the account that is asked about
 * @returns null for all
 * @throws DomainError forbidden where a researcher asks about another one
 */
export function visibleOwner(
  { account_id, role }: Pick<Person, 'account_id' | 'role'>,
  researcher: string | undefined,
): string | null {
  if (role === 'ADMINISTRATOR') return researcher ?? null;
  if (researcher !== undefined && researcher !== account_id) throw new DomainError('forbidden');
  return account_id;
}
