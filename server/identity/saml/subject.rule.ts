import { Email } from '../../../contracts/fields';
import type { AssertionFacts } from './assertion.rule';
import { domainOf } from './mail-domain.rule';
import type { Fault } from './refusal';

/** Whom an assertion speaks of; the address belongs to the connection. */
export interface Subject { subject: string; email: string; first_name: string; last_name: string }

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/** Attribute names are compared without case: OIDs (eduPerson, X.520), Microsoft's claims, and the friendly names that providers use as names. */
const names = {
  email: ['urn:oid:0.9.2342.19200300.100.1.3', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', 'mail', 'email', 'emailaddress'],
  first_name: ['urn:oid:2.5.4.42', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname', 'givenname'],
  last_name: ['urn:oid:2.5.4.4', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname', 'sn', 'surname'],
  unique_id: ['urn:oid:1.3.6.1.4.1.5923.1.1.1.13', 'edupersonuniqueid'],
  pairwise_id: ['urn:oasis:names:tc:saml:attribute:pairwise-id', 'pairwise-id'],
  subject_id: ['urn:oasis:names:tc:saml:attribute:subject-id', 'subject-id'],
} as const;

function valuesOf({ attributes }: AssertionFacts, wanted: readonly string[]): string[] {
  const isWanted = (name: string | null) => name !== null && wanted.includes(name.toLowerCase());
  return attributes.filter((a) => isWanted(a.name) || isWanted(a.friendly_name)).flatMap((a) => a.values).filter((v) => v !== '');
}

/**
 * What never changes and is never given to somebody else: a persistent NameID, else eduPersonUniqueId, pairwise-id or subject-id, in this order, each
 * marked with its kind. An address or a login name is none: both are given away again. The identifiers with a scope are compared without case
 * (SAML subject identifiers, 3.3).
 */
function subjectOf(facts: AssertionFacts): string | undefined {
  if (facts.name_id?.format === persistent && facts.name_id.value !== '') {
    const { qualifier, value } = facts.name_id;
    // A hub passes names on that others gave: the same name of two of them is two people (SAML core, 8.3.7).
    return qualifier === null || qualifier === facts.issuer ? `name-id:${value}` : `qualified-name-id:${JSON.stringify([qualifier, value])}`;
  }
  for (const kind of ['unique_id', 'pairwise_id', 'subject_id'] as const) {
    const [value, ...more] = new Set(valuesOf(facts, names[kind]).map((v) => v.toLowerCase()));
    if (value !== undefined && more.length === 0) return `${kind.replace('_', '-')}:${value}`;
  }
  return undefined;
}

/** @returns a fault, or who it is: with the first address that lies in one of the connection's domains, since a provider speaks for no others */
export function subjectIn(facts: AssertionFacts, domains: readonly string[]): Subject | { fault: Fault; detail?: string } {
  const subject = subjectOf(facts);
  if (subject === undefined || subject.length > 1_000) return { fault: 'no_stable_subject', detail: `NameID format ${facts.name_id?.format ?? 'missing'}; ${attributeNames(facts)}` };
  const addresses = valuesOf(facts, names.email).map((v) => Email.safeParse(v)).filter((parsed) => parsed.success).map((parsed) => parsed.data);
  if (addresses.length === 0) return { fault: 'no_email', detail: attributeNames(facts) };
  const email = addresses.find((address) => domains.includes(domainOf(address) ?? ''));
  if (email === undefined) return { fault: 'foreign_email', detail: [...new Set(addresses.map(domainOf))].join(', ') };
  return { subject, email, first_name: valuesOf(facts, names.first_name)[0] ?? '', last_name: valuesOf(facts, names.last_name)[0] ?? '' };
}

/** For the administrator who sets a connection up: names, never values. */
export const attributeNames = ({ attributes }: AssertionFacts) => `attributes: ${attributes.map((a) => a.friendly_name ?? a.name).join(', ') || 'none'}`;
