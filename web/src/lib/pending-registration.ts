import { defaultRedirect } from './navigation/guard.rule';
import { safeRedirect } from './navigation/safe-redirect';

const storageKey = 'commonlab-registration';
/** The data is kept as long as the key of the verification mail is valid (docs/domain.md, 10). */
const lasts = 24 * 60 * 60_000;

/**
 * What all tabs of this browser store until the address of an account is verified: the page with
 * which to continue, and a secret that proves that the account was registered in this browser. The
 * page is not sent to the server, which would otherwise know for which study a visitor came.
 */
export interface PendingRegistration {
  /** Not set if the account was created without a password. */
  secret?: string;
  /** The id of the new account; null until the server has answered. */
  account: string | null;
  to: string;
}

function write(kept: PendingRegistration): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...kept, until: Date.now() + lasts }));
  } catch {
    /* without storage, the person must sign in after the verification */
  }
}

export function readPendingRegistration(): PendingRegistration | undefined {
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
      // A stored address is checked like an address from a link: it must not lead to another
      // website.
      to: safeRedirect(kept.to, defaultRedirect),
      ...(typeof kept.secret === 'string' && { secret: kept.secret }),
    };
  } catch {
    return undefined;
  }
}

/** Begins a registration. Each has its own secret, so that no two accounts share one. */
export function storeRegistration(to: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  write({ secret, account: null, to });
  return secret;
}

/** Stores the page on which an account continues once its address is verified. */
export function storePageAfterVerification(account: string, to?: string): void {
  const kept = readPendingRegistration();
  const same = kept && (kept.account === null || kept.account === account);
  write({ ...(same && kept), account, to: to ?? (same ? kept.to : defaultRedirect) });
}

export function forgetRegistration(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    /* without storage, there is nothing to delete */
  }
}
