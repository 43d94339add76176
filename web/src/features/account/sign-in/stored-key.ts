const storageKey = 'commonlab-verification';
const pressedKey = 'commonlab-verification-pressed';

/**
 * Stores the key of a verification mail in this tab, for a reload, and for a visitor who has to
 * sign in before the key can be used.
 */
export function storeVerificationKey(key: string): void {
  try {
    sessionStorage.removeItem(pressedKey);
    sessionStorage.setItem(storageKey, key);
  } catch {
    /* if the browser blocks storage, the link in the mail still works */
  }
}
export function readVerificationKey(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
/**
 * Notes that the visitor pressed the button and left to sign in: on return they need not press it
 * again.
 */
export function storeVerifyButtonPressed(key: string): void {
  storeVerificationKey(key);
  try {
    sessionStorage.setItem(pressedKey, '1');
  } catch {
    /* if the browser blocks storage, the key was not stored either */
  }
}
export function wasVerifyButtonPressed(): boolean {
  try {
    return sessionStorage.getItem(pressedKey) !== null;
  } catch {
    return false;
  }
}
export function forgetVerificationKey(): void {
  try {
    sessionStorage.removeItem(storageKey);
    sessionStorage.removeItem(pressedKey);
  } catch {
    /* if the browser blocks storage, there is nothing to remove */
  }
}
