import { z } from 'zod';
import { ApiErrorBody } from '../../../../../contracts/base/errors';
import { IdentityProvider } from '../../../../../contracts/identities';

const Kept = z.object({
  /** The page that asked for the step: a reload returns to the step on that page only. */
  page: z.string(),
  challenge: ApiErrorBody.shape.challenge.unwrap(),
  /** The identity that is linked once the account is authenticated. */
  proof: z.object({ provider: IdentityProvider, email: z.string(), token: z.string() }).optional(),
});
export type KeptChallenge = z.output<typeof Kept>;
const storageKey = 'commonlab-second-step';
const pageOf = (pathname: string) => pathname.replace(/\/$/, '');

/**
 * Stores, in this tab only, that the first factor was accepted: a reload stays at the second step.
 * Never stores the password, nor an organization's token, which is valid for any account.
 */
export function keepChallenge({ page, ...kept }: KeptChallenge): void {
  if (kept.proof?.provider === 'ssoready') return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...kept, page: pageOf(page) }));
  } catch {
    /* storage is off: a reload starts over */
  }
}
export function forgetChallenge(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* storage is off: nothing was stored */
  }
}

/** The second step that this page was at, while the server still accepts it. */
export function keptChallenge(pathname: string, now = Date.now()): KeptChallenge | undefined {
  try {
    const kept = Kept.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? ''));
    if (Date.parse(kept.challenge.expires_at) > now)
      return kept.page === pageOf(pathname) ? kept : undefined;
    forgetChallenge();
  } catch {
    /* no entry, or not one of this app */
  }
  return undefined;
}
