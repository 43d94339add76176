const storageKey = 'commonlab-verification';
const pressedKey = 'commonlab-verification-pressed';

/**
 * The key of a verification mail, in this tab alone: a reload finds it again, and so does whoever
 * comes back from the sign-in that it needs.
 */
export function keepKey(key: string): void {
  try {
    sessionStorage.removeItem(pressedKey);
    sessionStorage.setItem(storageKey, key);
  } catch {
    /* storage is off: the link of the mail is there still */
  }
}
export function keptKey(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
/** Its reader confirmed already, and left to sign in: on the way back nothing is left to press. */
export function keepPressed(key: string): void {
  keepKey(key);
  try {
    sessionStorage.setItem(pressedKey, '1');
  } catch {
    /* storage is off: nothing is kept at all */
  }
}
export function wasPressed(): boolean {
  try {
    return sessionStorage.getItem(pressedKey) !== null;
  } catch {
    return false;
  }
}
export function forgetKey(): void {
  try {
    sessionStorage.removeItem(storageKey);
    sessionStorage.removeItem(pressedKey);
  } catch {
    /* storage is off: nothing was kept */
  }
}
