import { domainOf } from '../organizations/organization-names.rule';

/**
 * Whether a mail address belongs to an organization: its domain is one of the organization's
 * domains or a subdomain of one.
 * @returns null where this is unknown: the organization has no known domains, or the address
 *   matches but was not verified
 */
export function domainMatches(
  email: string,
  isVerified: boolean,
  domains: readonly string[],
): boolean | null {
  const of = domainOf(email.slice(email.lastIndexOf('@') + 1));
  if (domains.length === 0) return null;
  if (of === null || !domains.some((domain) => of === domain || of.endsWith(`.${domain}`)))
    return false;
  return isVerified ? true : null;
}
