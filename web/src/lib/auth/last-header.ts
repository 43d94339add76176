import type { User } from '../../../../contracts/accounts/accounts';

/** The parts of the signed-in person's profile that the header shows. */
export type HeaderUser = Pick<User, 'first_name' | 'is_researcher' | 'role'>;

const storageKey = 'commonlab-header';

/**
 * A hash that distinguishes sign-ins without storing their tokens (cyrb53; a token is random and long, so 53 bits neither collide by
 * accident nor reveal it).
 */
function markOf(token: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of token) {
    const code = letter.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

/** Stored for this tab only, for the time that the profile takes after a reload. */
export function storeHeader(token: string, { first_name, is_researcher, role }: HeaderUser): void {
  try {
    const kept = { of: markOf(token), first_name, is_researcher, role };
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    /* without storage the header waits for the profile */
  }
}

/** The stored header of the sign-in with this token; null for any other token. */
export function storedHeader(token: string): HeaderUser | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as
      | (HeaderUser & { of: string })
      | null;
    if (kept?.of !== markOf(token) || typeof kept.first_name !== 'string') return null;
    return {
      first_name: kept.first_name,
      is_researcher: kept.is_researcher === true,
      role: kept.role,
    };
  } catch {
    return null;
  }
}

export function forgetHeader(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* nothing was kept */
  }
}
