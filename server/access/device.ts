import Bowser from 'bowser';

/**
 * A short name of the browser that a person recognises: "Firefox on Linux". No further details are
 * stored, so the list of sign-ins is not a fingerprint.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  const words = [browser.name, os.name].filter(Boolean);
  return words.length > 0 ? words.join(' on ').slice(0, 100) : null;
}
