import type { ApiErrorBody } from '../../../../../contracts/base/errors';
import {
  type IdentityProvider,
  identityProviders,
} from '../../../../../contracts/authentication/identities';
import { serverNow } from '../../../lib/http/server-clock';

export interface StoredChallenge {
  /**
   * The page on which the second step began. After a reload, only this page continues with the
   * step.
   */
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

/**
 * Checks a stored value without a schema, since the sign-in page uses this file and must not load
 * zod.
 */
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
 * Stores, in this tab only, that the first factor was accepted, so that a reload stays at the
 * second step. It stores no password. It stores nothing during an organization's sign-on, because
 * the token of that sign-on can link the identity to any account.
 */
export function storeChallenge({ page, ...kept }: StoredChallenge): void {
  if (kept.proof?.provider === 'ssoready') return;
  // The challenge's expiry is stored in the time of this browser's clock, since a reloaded page
  // does not know the server's clock yet.
  const left = Date.parse(kept.challenge.expires_at) - serverNow();
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify({ ...kept, page: pageOf(page), until: Date.now() + left }),
    );
  } catch {
    /* if the browser blocks storage, a reload begins with the first step again */
  }
}
export function forgetChallenge(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* if the browser blocks storage, there is nothing to remove */
  }
}

/**
 * Returns the stored challenge, if this page had reached the second step before a reload; undefined
 * if the server no longer accepts the challenge.
 */
export function storedChallenge(pathname: string, now = Date.now()): StoredChallenge | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '');
    if (!isKept(kept)) return undefined;
    if (kept.until > now) return kept.page === pageOf(pathname) ? kept : undefined;
    forgetChallenge();
  } catch {
    /* the entry is missing, or this app did not write it */
  }
  return undefined;
}
