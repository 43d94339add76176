const storageKey = 'commonlab-verification';

/** The key of a verification mail, in this tab alone, while its reader signs in at a provider to use it. Without that sign-in it is worth nothing. */
export function keepKey(key: string): void {
  try { sessionStorage.setItem(storageKey, key); } catch { /* storage is off: the link of the mail is there still */ }
}
export function keptKey(): string | null {
  try { return sessionStorage.getItem(storageKey); } catch { return null; }
}
export function forgetKey(): void {
  try { sessionStorage.removeItem(storageKey); } catch { /* storage is off: nothing was kept */ }
}
