import type { Person } from '../../access/person';

/**
 * Returns the researcher whose wallets and deposits a caller may read. Administrators may read the
 * wallets of all researchers, other callers only their own wallets. If a researcher names another
 * person, the policy `wallet.read` has already refused the request.
 * @param researcher the account that the query names
 * @returns null for all researchers
 */
export const visibleWalletOwnerId = (
  { account_id, role }: Pick<Person, 'account_id' | 'role'>,
  researcher: string | undefined,
): string | null => (role === 'ADMINISTRATOR' ? (researcher ?? null) : account_id);
