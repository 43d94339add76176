import { Email, isPlainText } from '../../../contracts/base/fields';
import type { OidcProvider } from '../../../contracts/authentication/identities';
import type { VerifiedPerson } from '../resolve-external-identity';

/** The claims of an ID token whose signature, issuer, audience and expiry were checked. */
export type IdTokenClaims = Readonly<Record<string, unknown>>;

/** The issuer of personal Microsoft accounts, whose addresses Microsoft has verified. */
const personalMicrosoft =
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
/**
 * Older tokens of Google's libraries state the issuer without `https://`; it is the same issuer.
 */
export const googleIssuerAliases: Readonly<Record<string, string>> = {
  'accounts.google.com': 'https://accounts.google.com',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const isYes = (value: unknown) =>
  value === true || value === 1 || value === 'true' || value === '1';

/**
 * Reads the email address that a provider states, and whether the provider has verified it. The
 * administrator of a Microsoft tenant can set `email` to any address ("nOAuth"), so Microsoft's
 * address counts as verified only with the claim `xms_edov`, or for a personal account. ORCID
 * states no address.
 */
function addressOf(
  provider: OidcProvider,
  issuer: string,
  claims: IdTokenClaims,
): Pick<VerifiedPerson, 'email' | 'email_verified'> {
  if (provider === 'orcid') return { email: null, email_verified: false };
  const named = Email.safeParse(textOf(claims.email)).data;
  if (named !== undefined)
    return {
      email: named,
      email_verified:
        provider === 'google'
          ? isYes(claims.email_verified)
          : isYes(claims.xms_edov) || issuer === personalMicrosoft,
    };
  // Microsoft tenants often omit `email`. Then the sign-in name is taken, which is usually an
  // address; this server sends a mail to verify it.
  const signInName =
    provider === 'microsoft' ? Email.safeParse(textOf(claims.preferred_username)).data : undefined;
  return { email: signInName ?? null, email_verified: false };
}

function namesOf(claims: IdTokenClaims): Pick<VerifiedPerson, 'first_name' | 'last_name'> {
  const [first, last] = [textOf(claims.given_name), textOf(claims.family_name)];
  if (first !== '' || last !== '') return { first_name: first, last_name: last };
  const [one = '', ...more] = textOf(claims.name).split(/\s+/);
  return { first_name: one, last_name: more.join(' ') };
}

/**
 * Reads the time at which the provider last authenticated the person.
 * @returns null if the provider does not state it, undefined if the stated time is invalid
 */
export function authenticationTimeOf({ auth_time }: IdTokenClaims): Date | null | undefined {
  if (auth_time === undefined || auth_time === null) return null;
  const seconds =
    typeof auth_time === 'string' && /^\d+$/.test(auth_time) ? Number(auth_time) : auth_time;
  // The latest time is in the year 9999, which every database and every JavaScript Date supports.
  return typeof seconds === 'number' && seconds >= 0 && seconds < 253_402_300_800
    ? new Date(seconds * 1000)
    : undefined;
}

/**
 * Reads the person from the claims.
 * @returns undefined if the claims identify no person
 */
export function personFromClaims(
  provider: OidcProvider,
  claims: IdTokenClaims,
): VerifiedPerson | undefined {
  const { iss, sub } = claims;
  if (
    typeof iss !== 'string' ||
    typeof sub !== 'string' ||
    sub.length === 0 ||
    sub.length > 255 ||
    !isPlainText(sub)
  )
    return undefined;
  // An ORCID iD is shown publicly, so a value that is not one is refused.
  if (provider === 'orcid' && !isOrcid(sub)) return undefined;
  const proved_at = authenticationTimeOf(claims);
  if (proved_at === undefined) return undefined;
  const issuer = googleIssuerAliases[iss] ?? iss;
  return {
    provider,
    issuer,
    subject: sub,
    proved_at,
    ...addressOf(provider, issuer, claims),
    ...namesOf(claims),
  };
}

/** Whether a text is an ORCID iD; its last character is a checksum (ISO 7064 mod 11-2). */
export function isOrcid(value: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(value)) return false;
  const digits = value.replaceAll('-', '');
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits[15] === (check === 10 ? 'X' : String(check));
}
