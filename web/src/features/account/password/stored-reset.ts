import { z } from 'zod';
import { authenticationLimits } from '../../../../../contracts/authentication/limits';

const Kept = z.object({
  email: z.string(),
  /** The person requested a code in this tab, so a mail may be on its way. */ asked: z.boolean(),
  until: z.number(),
});
export type StoredReset = Pick<z.output<typeof Kept>, 'email' | 'asked'>;
const storageKey = 'commonlab-reset';

/**
 * Stores in this tab, for as long as a code is valid, which address resets its password, so that a
 * reload stays at that step. The code is never stored.
 */
export function storeReset(email: string, asked: boolean, now = Date.now()): void {
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify({
        email,
        asked,
        until: now + authenticationLimits.resetCodeHours * 3_600_000,
      }),
    );
  } catch {
    /* without storage, the visitor types the address again */
  }
}
export function forgetReset(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* without storage, nothing was stored */
  }
}
export function storedReset(now = Date.now()): StoredReset | undefined {
  try {
    const kept = Kept.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? ''));
    if (kept.until > now) return kept;
    forgetReset();
  } catch {
    /* no entry, or not one of this app */
  }
  return undefined;
}
