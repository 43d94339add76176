import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { defaultRedirect } from '../navigation/guard.rule';
import { forgetHeaderUser } from './last-header';
import { notifyTabsOfSignIn } from './other-tabs';
import { safeRedirect } from '../navigation/safe-redirect';
import { readToken, removeToken, writeToken } from '../http/token';

/**
 * Why the sign-in ended. `signed_out`: the token expired, or the server or another tab ended
 * the sign-in. `profile`: the profile could not be loaded.
 */
export type SignOutReason = 'signed_out' | 'profile';

interface Auth {
  /** A copy of the token in the cookie, so that components re-render when the token changes. */
  token: string | null;
  redirectUrl: string;
  /**
   * Whether the identity provider must ask the person to authenticate again at the next sign-in,
   * even if they still have a session there.
   */
  again: boolean;
  /** Why the sign-in ended, if this tab did not end it; the sign-in page shows the reason. */
  ended: SignOutReason | null;
  signedIn: (token: string, expiresAt: string) => void;
  signedOut: () => void;
  /** Reads the cookie again, since another tab may have signed in or out. */
  sync: () => void;
  askAgain: () => void;
  keepRedirect: (url: string) => void;
  forgetRedirect: () => void;
}

const endedIn = (kept: Partial<Auth> | undefined): SignOutReason | null =>
  kept?.ended === 'signed_out' || kept?.ended === 'profile' ? kept.ended : null;

export const useAuth = create<Auth>()(
  persist(
    (set, get) => ({
      token: readToken(),
      redirectUrl: defaultRedirect,
      again: false,
      ended: null,
      signedIn: (token, expiresAt) => {
        writeToken(token, expiresAt);
        set({ token: readToken() ?? token, again: false, ended: null });
        notifyTabsOfSignIn();
      },
      signedOut: () => {
        const was = get().token;
        removeToken();
        forgetHeaderUser();
        set({ token: null, ended: null });
        if (was) notifyTabsOfSignIn();
      },
      sync: () => {
        const token = readToken();
        if (token === get().token) return;
        forgetHeaderUser();
        set({ token, ended: token === null ? 'signed_out' : null });
      },
      askAgain: () => set({ again: true }),
      keepRedirect: (url) => set({ redirectUrl: safeRedirect(url, defaultRedirect) }),
      forgetRedirect: () => {
        if (get().redirectUrl !== defaultRedirect) set({ redirectUrl: defaultRedirect });
      },
    }),
    // Stores the address to which the sign-in leads back, so that a reload before the sign-in does
    // not lose it. Other tabs do not get it.
    {
      name: 'commonlab-redirect',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ redirectUrl, again, ended }) => ({ redirectUrl, again, ended }),
      // A stored address is checked like an address from a link: it must not lead to another
      // website.
      merge: (kept, now) => ({
        ...now,
        again: (kept as Partial<Auth> | undefined)?.again === true,
        ended: now.token === null ? endedIn(kept as Partial<Auth> | undefined) : null,
        redirectUrl: safeRedirect(
          (kept as Partial<Auth> | undefined)?.redirectUrl,
          defaultRedirect,
        ),
      }),
    },
  ),
);
