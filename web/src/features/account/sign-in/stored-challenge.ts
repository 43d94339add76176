import { z } from 'zod';
import { ApiErrorBody } from '../../../../../contracts/base/errors';
import { IdentityProvider } from '../../../../../contracts/identities';

const Kept = z.object({
  /** Where the step was asked for: only there does a reload come back to it. */
  page: z.string(),
  challenge: ApiErrorBody.shape.challenge.unwrap(),
  /** What is linked once the account is proven. */
  proof: z.object({ provider: IdentityProvider, email: z.string(), token: z.string() }).optional(),
});
export type KeptChallenge = z.output<typeof Kept>;
const storageKey = 'commonlab-second-step';
const pageOf = (pathname: string) => pathname.replace(/\/$/, '');

/**
 * Remembers, in this tab alone, that a first factor is proven: a reload stays at the second step.
 * Never the password, nor an organization's token, which is good for any account.
 */
export function keepChallenge({ page, ...kept }: KeptChallenge): void {
  if (kept.proof?.provider === 'ssoready') return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...kept, page: pageOf(page) }));
  } catch {
    /* storage is off: a reload begins again */
  }
}
export function forgetChallenge(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* storage is off: nothing was kept */
  }
}

/** The second step that this page was at, as long as the server takes it. */
export function keptChallenge(pathname: string, now = Date.now()): KeptChallenge | undefined {
  try {
    const kept = Kept.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? ''));
    if (Date.parse(kept.challenge.expires_at) > now)
      return kept.page === pageOf(pathname) ? kept : undefined;
    forgetChallenge();
  } catch {
    /* nothing, or nothing of ours */
  }
  return undefined;
}
