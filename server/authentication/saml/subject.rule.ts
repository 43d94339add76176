import { Email } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import { MailDomain } from '../../../contracts/base/mail-domain';
import type { AssertionFacts } from './assertion.rule';
import type { SamlFaultCode } from './saml-error';

/** The person that an assertion names. The address is in one of the connection's domains. */
export interface AssertedPerson {
  subject: string;
  email: string;
  first_name: string;
  last_name: string;
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
/**
 * Reads the kind of a NameID from its format: `emailAddress`, `unspecified`, or undefined for all
 * other formats. SAML 1.1 defined these two formats, but some providers also use them with SAML
 * 2.0. No format means `unspecified` (SAML core, 2.2.2).
 */
const kindOf = (format: string | null) =>
  format === null
    ? 'unspecified'
    : /^urn:oasis:names:tc:SAML:(?:1\.1|2\.0):nameid-format:(emailAddress|unspecified)$/.exec(
        format,
      )?.[1];
/**
 * The names of the attributes that this server reads, compared without case: OIDs (eduPerson,
 * X.520), Microsoft's claims, and friendly names, which some providers send instead of the OIDs.
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

function attributesOf({ attributes }: AssertionFacts, wanted: readonly string[]) {
  const isWanted = (name: string | null) => name !== null && wanted.includes(name.toLowerCase());
  return attributes.filter((a) => isWanted(a.name) || isWanted(a.friendly_name));
}
const valuesOf = (facts: AssertionFacts, wanted: readonly string[]): string[] =>
  attributesOf(facts, wanted)
    .flatMap((a) => a.values)
    .filter((v) => v !== '');

/** Converts an address to its stored form, with the domain in ASCII; a provider may write it in another script. */
const addressIn = (value: string): string | undefined => Email.safeParse(value).data;

/**
 * Describes why none of the given addresses can be parsed, for the administrator. It contains no part of the
 * addresses.
 * @returns undefined if no address was given
 */
function unreadableIn(facts: AssertionFacts): string | undefined {
  const unreadable = valuesOf(facts, names.email).filter((value) => addressIn(value) === undefined);
  const kinds = unreadable.map((value): string => {
    const at = value.lastIndexOf('@');
    if (at < 1) return 'no @';
    const name = value.slice(0, at);
    // If the part before the @ is valid with another domain, the fault is in the given domain.
    return addressIn(`${name}@uni.example`) === undefined ? 'before the @' : 'domain';
  });
  if (attributesOf(facts, names.email).some((a) => a.has_nested === true)) kinds.push('elements');
  return kinds.length === 0 ? undefined : [...new Set(kinds)].join(', ');
}

/** Returns the NameID in lower case if it is an address of the format emailAddress or unspecified. */
function namedAddress({ name_id }: AssertionFacts): string | undefined {
  return name_id && kindOf(name_id.format) !== undefined ? addressIn(name_id.value) : undefined;
}

/**
 * Returns the provider's identifier of the person. A prefix states its kind, so that identifiers of
 * different kinds never collide. If the assertion contains several identifiers, the function uses
 * the one that comes first in this list (docs/decisions/saml.md):
 * - never reassigned: a persistent NameID, eduPersonUniqueId, pairwise-id, subject-id
 * - may be reassigned: eduPersonPrincipalName, an address in the connection's domains, a login name
 * A transient NameID does not count. Attributes are compared without case (SAML subject ids, 3.3).
 */
function subjectOf(facts: AssertionFacts, domains: readonly string[]): string | undefined {
  const { name_id } = facts;
  if (name_id?.format === persistent && name_id.value !== '') {
    const { qualifier, value } = name_id;
    // A provider may pass on identifiers of several other providers. The same identifier from two of them belongs to
    // two people (SAML core, 8.3.7).
    return qualifier === null || qualifier === facts.issuer
      ? `name-id:${value}`
      : `qualified-name-id:${JSON.stringify([qualifier, value])}`;
  }
  for (const kind of ['unique_id', 'pairwise_id', 'subject_id', 'principal_name'] as const) {
    const [value, ...more] = new Set(valuesOf(facts, names[kind]).map((v) => v.toLowerCase()));
    if (value !== undefined && more.length === 0) return `${kind.replace('_', '-')}:${value}`;
  }
  const address = namedAddress(facts);
  if (address !== undefined && domains.includes(domainOfAddress(address) ?? ''))
    return `email:${address}`;
  return name_id && name_id.value !== '' && kindOf(name_id.format) === 'unspecified'
    ? `login-name:${JSON.stringify([name_id.qualifier ?? facts.issuer, name_id.value])}`
    : undefined;
}

/**
 * Reads the person from an assertion.
 * @returns the person, with the first address that is in one of the connection's domains, since a provider may speak
 * for no other domains; or a fault
 */
export function personInAssertion(
  facts: AssertionFacts,
  domains: readonly string[],
): AssertedPerson | { fault: SamlFaultCode; detail?: string } {
  const named = namedAddress(facts);
  const said = valuesOf(facts, names.email)
    .map(addressIn)
    .filter((address) => address !== undefined);
  const addresses = named === undefined ? said : [...said, named];
  const subject = subjectOf(facts, domains);
  // Without an identifier, the fault is no_stable_subject. There is one exception: if the only
  // address is a NameID of another domain, the fault is foreign_email (below).
  if (subject === undefined ? named === undefined || said.length > 0 : subject.length > 1_000)
    return {
      fault: 'no_stable_subject',
      detail: `NameID format ${facts.name_id?.format ?? 'missing'}; ${attributeNames(facts)}`,
    };
  if (addresses.length === 0) {
    const unreadable = unreadableIn(facts);
    return unreadable === undefined
      ? { fault: 'no_email', detail: attributeNames(facts) }
      : { fault: 'unreadable_email', detail: `${unreadable}; ${attributeNames(facts)}` };
  }
  const email = addresses.find((address) => domains.includes(domainOfAddress(address) ?? ''));
  if (email === undefined || subject === undefined)
    return {
      fault: 'foreign_email',
      detail: [...new Set(addresses.map(domainOfAddress))].join(', '),
    };
  const [first, last, full] = [names.first_name, names.last_name, names.full_name].map((wanted) =>
    valuesOf(facts, wanted),
  );
  return {
    subject,
    email,
    ...namesFromAssertion({ first: first ?? [], last: last ?? [], full: full ?? [] }, email),
  };
}

/** Lists the names of the attributes, never their values, for the administrator who sets a connection up. */
export const attributeNames = ({ attributes }: AssertionFacts) =>
  `attributes: ${attributes.map((a) => a.friendly_name ?? a.name).join(', ') || 'none'}`;

/**
 * Returns the domain of an address: the part after the last @, in lower case.
 * @returns undefined if this is not a mail domain
 */
export function domainOfAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  return at < 1 ? undefined : MailDomain.safeParse(address.slice(at + 1)).data;
}

/** The names that an assertion states. They are lists, because an attribute may have several values. */
export interface AssertedNames {
  first: readonly string[];
  last: readonly string[];
  full: readonly string[];
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** Splits an address into words to guess a name: `ada.lovelace+lab@uni.test` is most likely Ada Lovelace. */
const wordsOf = (email: string) =>
  (email.split('@')[0] ?? '')
    .split('+')[0]
    ?.split(/[._-]+/)
    .filter((word) => word !== '')
    .map(capital) ?? [];

/**
 * Finds the first and last name: as the provider states them; else the full name, split at its last space; else a guess
 * from the address. People can correct their name in their profile.
 */
export function namesFromAssertion(
  { first, last, full }: AssertedNames,
  email: string,
): { first_name: string; last_name: string } {
  const [given, family] = [first[0] ?? '', last[0] ?? ''];
  if (given !== '' && family !== '') return { first_name: given, last_name: family };
  // Some providers put the login name, an address, into the attribute for the person's full name.
  const whole = (full.find((one) => !one.includes('@')) ?? '').trim();
  if (given === '' && family === '' && whole !== '') return cut(whole);
  if (given !== '')
    return {
      first_name: given,
      last_name: whole.startsWith(`${given} `) ? whole.slice(given.length).trim() : '',
    };
  if (family !== '' && whole.endsWith(` ${family}`))
    return { first_name: whole.slice(0, -family.length).trim(), last_name: family };
  const [one = '', ...more] = wordsOf(email);
  return {
    first_name: one.slice(0, limits.name),
    last_name: family === '' ? more.join(' ').slice(0, limits.name) : family,
  };
}

function cut(whole: string): { first_name: string; last_name: string } {
  const comma = /^([^,]+),\s*([^,]+)$/.exec(whole);
  if (comma) return { first_name: comma[2] ?? '', last_name: comma[1] ?? '' };
  const words = whole.split(/\s+/);
  return words.length === 1
    ? { first_name: whole, last_name: '' }
    : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' };
}
