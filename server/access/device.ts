import Bowser from 'bowser';

/**
 * What a browser calls itself, in a few words a person recognises: "Firefox on Linux". Nothing
 * finer is kept, so the list of sign-ins is no fingerprint.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  const words = [browser.name, os.name].filter(Boolean);
  return words.length > 0 ? words.join(' on ').slice(0, 100) : null;
}
