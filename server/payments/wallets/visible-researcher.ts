import type { Person } from '../../access/person';

/**
 * The researcher whose wallets and deposits a caller may read. Administrators may read those of all
 * researchers; other callers may read only their own. A researcher who requests those of another
 * person does not get here, since the policy `wallet.read` has refused the request.
 * @param researcher the account that the query names
 * @returns null for all researchers
 */
export const visibleWalletOwnerId = (
  { account_id, role }: Pick<Person, 'account_id' | 'role'>,
  researcher: string | undefined,
): string | null => (role === 'ADMINISTRATOR' ? (researcher ?? null) : account_id);
