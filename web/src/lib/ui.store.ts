import { create } from 'zustand';
import { limits } from '../../../contracts/base/limits';

export type PopupMessageType = 'info' | 'success' | 'warning' | 'error';
export interface PopupMessageContent {
  text: string;
  type: PopupMessageType;
  /** How long the message stays, in milliseconds; with null, it stays until it is closed. */
  autoHideMs: number | null;
  /** An action that the message offers, such as undoing the reported change. */
  action?: { label: string; run: () => void };
}

const consentKey = 'cookieConsent';
const stored = () => {
  try {
    return localStorage.getItem(consentKey) === '1';
  } catch {
    return false;
  }
};

/** The state of the user interface that is kept in the browser (docs/specification.md, 3). */
interface Ui {
  cookieConsent: boolean;
  /** Whether the visitor chose to leave the site, so that a goodbye replaces the page. */
  left: boolean;
  headerSticky: boolean;
  contactVisible: boolean;
  externalParticipant: boolean;
  overlayVisible: boolean;
  /**
   * Whether the page itself says that the address is not verified, so that the banner would only
   * repeat it.
   */
  saysVerify: boolean;
  spinner: boolean;
  message: PopupMessageContent | null;
  acceptCookies: () => void;
  set: (
    flags: Partial<
      Pick<
        Ui,
        | 'left'
        | 'headerSticky'
        | 'contactVisible'
        | 'externalParticipant'
        | 'overlayVisible'
        | 'saysVerify'
        | 'spinner'
      >
    >,
  ) => void;
  showMessage: (text: string, options?: Partial<Omit<PopupMessageContent, 'text'>>) => void;
  hideMessage: () => void;
}

export const useUi = create<Ui>()((set) => ({
  cookieConsent: stored(),
  left: false,
  headerSticky: true,
  contactVisible: false,
  externalParticipant: false,
  overlayVisible: false,
  saysVerify: false,
  spinner: false,
  message: null,
  acceptCookies: () => {
    try {
      localStorage.setItem(consentKey, '1');
    } catch {
      /* without storage, the notice appears again at the next visit */
    }
    set({ cookieConsent: true });
  },
  set: (flags) => set(flags),
  showMessage: (text, { type = 'info', autoHideMs = limits.notificationMs, action } = {}) =>
    set({ message: { text, type, autoHideMs, action } }),
  hideMessage: () => set({ message: null }),
}));

/** Shows a short message over the page; it is hidden after 2.5 s (docs/specification.md, 9). */
export const showMessage: Ui['showMessage'] = (text, options) =>
  useUi.getState().showMessage(text, options);
