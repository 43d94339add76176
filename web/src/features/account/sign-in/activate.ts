import { changeProfile } from '../../../../../contracts/accounts/accounts';
import { useAuth } from '../../../lib/auth/auth.store';
import { call, isApiErrorOf } from '../../../lib/http/api';
import { readToken } from '../../../lib/http/token';
import { forgetRegistration, readPendingRegistration } from '../../../lib/pending-registration';
import type { User } from '../../../lib/auth/user';
import { storeSignIn } from './sign-in';

/** `to`: the page to continue with, if this browser stored one for the account. */
export interface EmailVerificationResult {
  user: User;
  to: string | null;
}
const spent = new Map<string, EmailVerificationResult>();
/** The server's error codes for a used key. */
const spentCodes: ReadonlySet<string> = new Set(['invalid_key', 'already_confirmed']);

/**
 * Uses the key of a verification mail. In the browser that registered the account, this also signs
 * the person in, unless an account is signed in there already. If this tab used the key before, the
 * function returns the first result instead of the server's error.
 */
export async function verifyEmailByKey(key: string): Promise<EmailVerificationResult | undefined> {
  const kept = readPendingRegistration();
  const secret = readToken() === null ? kept?.secret : undefined;
  try {
    const answer = await call(changeProfile, {
      body: { action: 'activate', key, ...(secret && { browser_secret: secret }) },
    });
    if (!answer) return undefined;
    const { token, token_expires_at: _, deletion_cancelled: __, ...user } = answer;
    const isOwn = kept !== undefined && (token !== undefined || kept.account === user._id);
    if (token) storeSignIn(answer);
    if (isOwn) {
      forgetRegistration();
      // After the next sign-in, the app opens the page that was stored at the registration.
      if (readToken() === null) useAuth.getState().keepRedirect(kept.to);
    }
    const activated = { user, to: isOwn ? kept.to : null };
    spent.set(key, activated);
    return activated;
  } catch (error) {
    const before =
      isApiErrorOf(changeProfile, error) && spentCodes.has(error.code) ? spent.get(key) : undefined;
    if (before) return before;
    throw error;
  }
}
