import { changeProfile } from '../../../../../contracts/accounts';
import { ApiError, call } from '../../../lib/http/api';
import type { User } from '../../../lib/user';

const spent = new Map<string, User>();

/**
 * Uses the key of a verification mail. A key that was used in this tab a moment ago is not treated
 * as invalid: the account is confirmed.
 */
export async function activate(key: string): Promise<User | undefined> {
  try {
    const user = await call(changeProfile, { body: { action: 'activate', key } });
    if (user) spent.set(key, user);
    return user;
  } catch (error) {
    const before = error instanceof ApiError && error.status === 400 ? spent.get(key) : undefined;
    if (before) return before;
    throw error;
  }
}
