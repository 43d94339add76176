import { browserSupportsWebAuthn } from '@simplewebauthn/browser';

/**
 * Whether this browser can use passkeys here. Passkeys are bound to a host name, so no browser
 * creates or uses one at a bare IP address (W3C WebAuthn 3, 5.1.3).
 */
export const canUsePasskeys = () =>
  browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);
