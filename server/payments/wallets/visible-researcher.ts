import type { Person } from '../../access/person';

/**
 * Whose wallets and deposits a caller may read: administrators those of all researchers, researchers only their own;
 * the policy `wallet.read` refuses a researcher who asks for another one's.
 * @param researcher the account that the query names
 * @returns null for all
 */
export const visibleResearcher = (
  { account_id, role }: Pick<Person, 'account_id' | 'role'>,
  researcher: string | undefined,
): string | null => (role === 'ADMINISTRATOR' ? (researcher ?? null) : account_id);
