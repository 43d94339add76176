import type { User } from '../../../../contracts/accounts/accounts';

const parts = ['first_name', 'is_researcher', 'builds', 'role'] as const;
/** The parts of the signed-in person's profile that the header shows. */
export type HeaderUser = Pick<User, (typeof parts)[number]>;

const storageKey = 'commonlab-header';

/**
 * Computes a hash of a token (FNV-1a), so that the tab can recognise a sign-in without storing its
 * token. A token is long and random, so 32 bits reveal nothing of it. Two tokens have equal hashes
 * with a probability of one in four thousand million.
 */
function markOf(token: string): number {
  let mark = 0x811c9dc5;
  for (const letter of token) mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return mark;
}

/**
 * Stores in this tab what the header shows. After a reload, the header shows it until the profile
 * has loaded.
 */
export function storeHeaderUser(token: string, user: HeaderUser): void {
  try {
    const kept = JSON.stringify({ ...user, of: markOf(token) }, ['of', ...parts]);
    sessionStorage.setItem(storageKey, kept);
  } catch {
    /* without storage, the header stays empty until the profile has loaded */
  }
}

/** Returns what the header showed for the sign-in with this token; null for any other token. */
export function readHeaderUser(token: string): HeaderUser | null {
  try {
    // If nothing is stored, `JSON.parse` throws, as it does for an invalid text.
    const { of, ...kept } = JSON.parse(sessionStorage.getItem(storageKey) ?? '') as HeaderUser & {
      of: number;
    };
    return of === markOf(token) ? kept : null;
  } catch {
    return null;
  }
}

export function forgetHeaderUser(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* nothing was kept */
  }
}
