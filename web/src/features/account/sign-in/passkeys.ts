import { browserSupportsWebAuthn } from '@simplewebauthn/browser';

/**
 * Passkeys belong to a name: at a bare network address no browser makes or uses one (W3C WebAuthn
 * 3, 5.1.3).
 */
export const passkeysWork = () =>
  browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);
