import { z } from 'zod';
import { authenticationLimits } from '../../../../../contracts/authentication/limits';

const Kept = z.object({
  email: z.string(),
  /** Whether the person requested a code in this tab, so that a mail may be on its way. */
  asked: z.boolean(),
  until: z.number(),
});
export type StoredReset = Pick<z.output<typeof Kept>, 'email' | 'asked'>;
const storageKey = 'commonlab-reset';

/**
 * Stores in this tab the email address for which a reset code was requested, so that a reload stays
 * at the step for the code. The entry expires together with the code. The code itself is never
 * stored.
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
    /* if the browser blocks storage, the visitor types the address again */
  }
}
export function forgetReset(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* if the browser blocks storage, there is nothing to remove */
  }
}
export function storedReset(now = Date.now()): StoredReset | undefined {
  try {
    const kept = Kept.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? ''));
    if (kept.until > now) return kept;
    forgetReset();
  } catch {
    /* the entry is missing, or this app did not write it */
  }
  return undefined;
}
