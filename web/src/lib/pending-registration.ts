import { defaultRedirect } from './navigation/guard.rule';
import { safeRedirect } from './navigation/safe-redirect';

const storageKey = 'commonlab-registration';
/** As long as the key of the verification mail (docs/domain.md, 10). */
const lasts = 24 * 60 * 60_000;

/**
 * What this browser keeps until the address of an account is verified, in all of its tabs: the page to
 * go on with, and the secret that proves that the account was registered here. Never sent anywhere but
 * with the key of the mail: the server would otherwise know which study a visitor came for.
 */
export interface PendingRegistration {
  /** Absent where the account was made by another way than a password. */
  secret?: string;
  /** Null until the server has answered. */
  account: string | null;
  to: string;
}

function write(kept: PendingRegistration): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...kept, until: Date.now() + lasts }));
  } catch {
    /* storage is off: the person signs in after the verification */
  }
}

export function pendingRegistration(): PendingRegistration | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as
      | (Partial<PendingRegistration> & { until?: number })
      | null;
    if (!kept || typeof kept.until !== 'number') return undefined;
    if (kept.until < Date.now()) {
      forgetRegistration();
      return undefined;
    }
    return {
      account: typeof kept.account === 'string' ? kept.account : null,
      // No more trusted than an address from a link.
      to: safeRedirect(kept.to, defaultRedirect),
      ...(typeof kept.secret === 'string' && { secret: kept.secret }),
    };
  } catch {
    return undefined;
  }
}

/** Begins a registration: another secret each time, so that no two accounts have one in common. */
export function storeRegistration(to: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  write({ secret, account: null, to });
  return secret;
}

/** The page that an account goes on with once its address is verified. */
export function storeDestination(account: string, to?: string): void {
  const kept = pendingRegistration();
  const same = kept && (kept.account === null || kept.account === account);
  write({ ...(same && kept), account, to: to ?? (same ? kept.to : defaultRedirect) });
}

export function forgetRegistration(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    /* storage is off: nothing was kept */
  }
}
