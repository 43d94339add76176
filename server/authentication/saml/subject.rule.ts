import { Email } from '../../../contracts/fields';
import type { AssertionFacts } from './assertion.rule';
import { domainOf } from './mail-domain.rule';
import { namesFrom } from './names.rule';
import type { Fault } from './saml-error';

/** Whom an assertion speaks of; the address belongs to the connection. */
export interface Subject {
  subject: string;
  email: string;
  first_name: string;
  last_name: string;
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/**
 * Both kinds were named by SAML 1.1, some providers write them with 2.0; what says nothing of its
 * kind is of none (SAML core, 2.2.2).
 */
const kindOf = (format: string | null) =>
  format === null
    ? 'unspecified'
    : /^urn:oasis:names:tc:SAML:(?:1\.1|2\.0):nameid-format:(emailAddress|unspecified)$/.exec(
        format,
      )?.[1];
/**
 * Attribute names are compared without case: OIDs (eduPerson, X.520), Microsoft's claims, and the
 * friendly names that providers use as names.
 */
const names = {
  email: [
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'mail',
    'email',
    'emailaddress',
  ],
  first_name: [
    'urn:oid:2.5.4.42',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'givenname',
    'given_name',
    'firstname',
    'first_name',
  ],
  last_name: [
    'urn:oid:2.5.4.4',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    'sn',
    'surname',
    'familyname',
    'family_name',
    'lastname',
    'last_name',
  ],
  full_name: [
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'displayname',
    'urn:oid:2.5.4.3',
    'cn',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
    'name',
  ],
  unique_id: ['urn:oid:1.3.6.1.4.1.5923.1.1.1.13', 'edupersonuniqueid'],
  pairwise_id: ['urn:oasis:names:tc:saml:attribute:pairwise-id', 'pairwise-id'],
  subject_id: ['urn:oasis:names:tc:saml:attribute:subject-id', 'subject-id'],
  principal_name: ['urn:oid:1.3.6.1.4.1.5923.1.1.1.6', 'edupersonprincipalname'],
} as const;

function valuesOf({ attributes }: AssertionFacts, wanted: readonly string[]): string[] {
  const isWanted = (name: string | null) => name !== null && wanted.includes(name.toLowerCase());
  return attributes
    .filter((a) => isWanted(a.name) || isWanted(a.friendly_name))
    .flatMap((a) => a.values)
    .filter((v) => v !== '');
}

/** The name where it is an address, lower case: said to be one, or of no said kind. */
function namedAddress({ name_id }: AssertionFacts): string | undefined {
  return name_id && kindOf(name_id.format) !== undefined
    ? Email.safeParse(name_id.value).data
    : undefined;
}

/**
 * What a provider knows somebody by, marked with its kind, so that names of different kinds never
 * meet. First what never changes and is never given to somebody else: a persistent NameID, else
 * eduPersonUniqueId, pairwise-id or subject-id. Then what most providers send, and may give away
 * again (docs/decisions/0018): eduPersonPrincipalName, an address of the connection's domains, a
 * login name. A passing name is none. The identifiers with a scope are compared without case (SAML
 * subject identifiers, 3.3).
 */
function subjectOf(facts: AssertionFacts, domains: readonly string[]): string | undefined {
  const { name_id } = facts;
  if (name_id?.format === persistent && name_id.value !== '') {
    const { qualifier, value } = name_id;
    // A hub passes names on that others gave: the same name of two of them is two people (SAML
    // core, 8.3.7).
    return qualifier === null || qualifier === facts.issuer
      ? `name-id:${value}`
      : `qualified-name-id:${JSON.stringify([qualifier, value])}`;
  }
  for (const kind of ['unique_id', 'pairwise_id', 'subject_id', 'principal_name'] as const) {
    const [value, ...more] = new Set(valuesOf(facts, names[kind]).map((v) => v.toLowerCase()));
    if (value !== undefined && more.length === 0) return `${kind.replace('_', '-')}:${value}`;
  }
  const address = namedAddress(facts);
  if (address !== undefined && domains.includes(domainOf(address) ?? '')) return `email:${address}`;
  return name_id && name_id.value !== '' && kindOf(name_id.format) === 'unspecified'
    ? `login-name:${JSON.stringify([name_id.qualifier ?? facts.issuer, name_id.value])}`
    : undefined;
}

/**
 * @returns a fault, or who it is: with the first address that lies in one of the connection's
 * domains, since a provider speaks for no others
 */
export function subjectIn(
  facts: AssertionFacts,
  domains: readonly string[],
): Subject | { fault: Fault; detail?: string } {
  const named = namedAddress(facts);
  const said = valuesOf(facts, names.email)
    .map((v) => Email.safeParse(v))
    .filter((parsed) => parsed.success)
    .map((parsed) => parsed.data);
  const addresses = named === undefined ? said : [...said, named];
  const subject = subjectOf(facts, domains);
  // An address of elsewhere is refused as what it is, below, unless there is one that would do.
  if (subject === undefined ? named === undefined || said.length > 0 : subject.length > 1_000)
    return {
      fault: 'no_stable_subject',
      detail: `NameID format ${facts.name_id?.format ?? 'missing'}; ${attributeNames(facts)}`,
    };
  if (addresses.length === 0) return { fault: 'no_email', detail: attributeNames(facts) };
  const email = addresses.find((address) => domains.includes(domainOf(address) ?? ''));
  if (email === undefined || subject === undefined)
    return { fault: 'foreign_email', detail: [...new Set(addresses.map(domainOf))].join(', ') };
  const [first, last, full] = [names.first_name, names.last_name, names.full_name].map((wanted) =>
    valuesOf(facts, wanted),
  );
  return {
    subject,
    email,
    ...namesFrom({ first: first ?? [], last: last ?? [], full: full ?? [] }, email),
  };
}

/** For the administrator who sets a connection up: names, never values. */
export const attributeNames = ({ attributes }: AssertionFacts) =>
  `attributes: ${attributes.map((a) => a.friendly_name ?? a.name).join(', ') || 'none'}`;
