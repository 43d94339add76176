import type { ApiErrorBody } from '../../../../../contracts/base/errors';
import {
  type IdentityProvider,
  identityProviders,
} from '../../../../../contracts/authentication/identities';
import { serverNow } from '../../../lib/http/server-clock';

export interface StoredChallenge {
  /** The page on which the step began: only on this page, a reload returns to the step. */
  page: string;
  challenge: NonNullable<ApiErrorBody['challenge']>;
  /** The identity that is linked once the account is authenticated. */
  proof?: { provider: IdentityProvider; email: string; token: string };
}
const methods: readonly string[] = ['totp', 'passkey', 'recovery_code'];

const strings = (value: unknown, ...names: string[]) =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

/** Checked without a schema: the sign-in page uses it and must not load zod. */
function isKept(value: unknown): value is StoredChallenge & { until: number } {
  if (!strings(value, 'page')) return false;
  const { challenge, proof, until } = value as Partial<StoredChallenge & { until: number }>;
  return (
    typeof until === 'number' &&
    strings(challenge, 'token', 'expires_at') &&
    Array.isArray(challenge?.methods) &&
    challenge.methods.every((method) => methods.includes(method)) &&
    (proof === undefined ||
      (strings(proof, 'email', 'token') && identityProviders.includes(proof.provider)))
  );
}

const storageKey = 'commonlab-second-step';
const pageOf = (pathname: string) => pathname.replace(/\/$/, '');

/**
 * Stores, in this tab only, that the first factor was accepted, so that a reload stays at the second step.
 * It never stores the password, nor an organization's token, which is valid for any account.
 */
export function storeChallenge({ page, ...kept }: StoredChallenge): void {
  if (kept.proof?.provider === 'ssoready') return;
  // The end is converted to this browser's clock, since a reloaded page does not know the server's clock
  // yet.
  const left = Date.parse(kept.challenge.expires_at) - serverNow();
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify({ ...kept, page: pageOf(page), until: Date.now() + left }),
    );
  } catch {
    /* without storage, a reload starts over */
  }
}
export function forgetChallenge(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* without storage, nothing was stored */
  }
}

/**
 * The challenge of the second step that this page had reached before a reload; undefined if the
 * server no longer accepts it.
 */
export function storedChallenge(pathname: string, now = Date.now()): StoredChallenge | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '');
    if (!isKept(kept)) return undefined;
    if (kept.until > now) return kept.page === pageOf(pathname) ? kept : undefined;
    forgetChallenge();
  } catch {
    /* there is no entry, or another program wrote it */
  }
  return undefined;
}
