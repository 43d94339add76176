import { browserSupportsWebAuthn } from '@simplewebauthn/browser';

/**
 * Passkeys are bound to a host name: at a bare IP address no browser creates or uses one (W3C WebAuthn 3,
 * 5.1.3).
 */
export const passkeysWork = () =>
  browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);
