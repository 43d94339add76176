import { Email, isPlainText } from '../../../contracts/base/fields';
import type { OidcProvider } from '../../../contracts/authentication/identities';
import type { VerifiedPerson } from '../resolve-external-identity';

/** The claims of an ID token whose signature, issuer, audience and expiry were checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** The issuer of personal Microsoft accounts, whose addresses Microsoft has verified. */
const personalMicrosoft =
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
/** Older tokens of Google's libraries omit the scheme; the issuer is the same. */
export const googleAliases: Readonly<Record<string, string>> = {
  'accounts.google.com': 'https://accounts.google.com',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const isYes = (value: unknown) =>
  value === true || value === 1 || value === 'true' || value === '1';

/**
 * The address that a provider states, and whether the provider has verified it. The administrator
 * of a Microsoft tenant can set `email` to any address ("nOAuth"), so it counts as verified only
 * with `xms_edov` or from a personal account. ORCID states none.
 */
function addressOf(
  provider: OidcProvider,
  issuer: string,
  claims: Claims,
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
  // Tenants often omit `email`. The sign-in name is usually an address, and our own mail verifies
  // it.
  const signInName =
    provider === 'microsoft' ? Email.safeParse(textOf(claims.preferred_username)).data : undefined;
  return { email: signInName ?? null, email_verified: false };
}

function namesOf(claims: Claims): Pick<VerifiedPerson, 'first_name' | 'last_name'> {
  const [first, last] = [textOf(claims.given_name), textOf(claims.family_name)];
  if (first !== '' || last !== '') return { first_name: first, last_name: last };
  const [one = '', ...more] = textOf(claims.name).split(/\s+/);
  return { first_name: one, last_name: more.join(' ') };
}

/**
 * When the provider last authenticated the person.
 * @returns null where the provider does not state it, undefined for an invalid time.
 */
export function provedAt({ auth_time }: Claims): Date | null | undefined {
  if (auth_time === undefined || auth_time === null) return null;
  const seconds =
    typeof auth_time === 'string' && /^\d+$/.test(auth_time) ? Number(auth_time) : auth_time;
  // Up to the year 9999, which every database and every Date supports.
  return typeof seconds === 'number' && seconds >= 0 && seconds < 253_402_300_800
    ? new Date(seconds * 1000)
    : undefined;
}

/** @returns undefined where the claims identify no person. */
export function personOf(provider: OidcProvider, claims: Claims): VerifiedPerson | undefined {
  const { iss, sub } = claims;
  if (
    typeof iss !== 'string' ||
    typeof sub !== 'string' ||
    sub.length === 0 ||
    sub.length > 255 ||
    !isPlainText(sub)
  )
    return undefined;
  // An ORCID iD is displayed publicly, so any other value is refused.
  if (provider === 'orcid' && !isOrcid(sub)) return undefined;
  const proved_at = provedAt(claims);
  if (proved_at === undefined) return undefined;
  const issuer = googleAliases[iss] ?? iss;
  return {
    provider,
    issuer,
    subject: sub,
    proved_at,
    ...addressOf(provider, issuer, claims),
    ...namesOf(claims),
  };
}

/** ISO 7064 mod 11-2, as ORCID computes its last character. */
export function isOrcid(value: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(value)) return false;
  const digits = value.replaceAll('-', '');
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits[15] === (check === 10 ? 'X' : String(check));
}
