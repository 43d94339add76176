import { z } from 'zod';
import { limits } from '../../../../../contracts/base/limits';

const Kept = z.object({
  email: z.string(),
  /** A code was asked for here, so a mail may be on its way. */ asked: z.boolean(),
  until: z.number(),
});
export type KeptReset = Pick<z.output<typeof Kept>, 'email' | 'asked'>;
const storageKey = 'commonlab-reset';

/**
 * Remembers in this tab, as long as a code is valid, whose password is reset: a reload stays there.
 * Never the code.
 */
export function keepReset(email: string, asked: boolean, now = Date.now()): void {
  try {
    sessionStorage.setItem(
      storageKey,
      JSON.stringify({ email, asked, until: now + limits.resetCodeHours * 3_600_000 }),
    );
  } catch {
    /* storage is off: the address is typed again */
  }
}
export function forgetReset(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    /* storage is off: nothing was kept */
  }
}
export function keptReset(now = Date.now()): KeptReset | undefined {
  try {
    const kept = Kept.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? ''));
    if (kept.until > now) return kept;
    forgetReset();
  } catch {
    /* nothing, or nothing of ours */
  }
  return undefined;
}
