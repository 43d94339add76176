import { domainOf } from '../organizations/organization-names.rule';

/**
 * Whether a mail address belongs to an organization: its domain is one of the organization's or
 * lies below one.
 * @returns null where nobody knows: no domains, or an address that fits but that nobody has proven
 * to be theirs
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
