import type { AssertionFacts } from './assertion.rule';
import { subjectIn } from './subject.rule';

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const facts = (attributes: Record<string, string[]>, format = persistent, value = 'n1', friendly: string | null = null, qualifier: string | null = null): AssertionFacts => ({
  id: '_a', issuer: 'i', issued_at: null, name_id: { format, qualifier, value }, confirmations: [], conditions: [], sessions: [],
  attributes: Object.entries(attributes).map(([name, values]) => ({ name, friendly_name: friendly, values })),
});
const domains = ['uni.test', 'mail.uni.test'];

describe('Whom an assertion speaks of', () => {
  it.each([
    ['OIDs', 'urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:2.5.4.42', 'urn:oid:2.5.4.4'],
    ['plain names', 'mail', 'givenName', 'sn'],
    ["Microsoft's claims", 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname'],
  ])('is read from %s', (_, mail, given, family) => {
    expect(subjectIn(facts({ [mail]: ['Ada@Uni.test'], [given]: ['Ada'], [family]: ['Lovelace'] }), domains)).toEqual({ subject: 'name-id:n1', email: 'ada@uni.test', first_name: 'Ada', last_name: 'Lovelace' });
  });

  it('is read from friendly names', () => {
    expect(subjectIn(facts({ 'urn:example:1': ['a@uni.test'] }, persistent, 'n1', 'mail'), domains)).toMatchObject({ email: 'a@uni.test' });
  });

  it('has the first address that is in a domain of the connection', () => {
    expect(subjectIn(facts({ mail: ['a@private.test', 'no address', 'a@mail.uni.test', 'b@uni.test'] }), domains)).toMatchObject({ email: 'a@mail.uni.test' });
    expect(subjectIn(facts({ mail: ['a@private.test', 'a@sub.uni.test', 'a@xuni.test'] }), domains)).toEqual({ fault: 'foreign_email', detail: 'private.test, sub.uni.test, xuni.test' });
  });

  it('keeps names and identifiers of different kinds apart', () => {
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const mail = ['a@uni.test'];
    expect(subjectIn(facts({ mail, edupersonuniqueid: ['N1'] }, transient), domains)).toMatchObject({ subject: 'unique-id:n1' });
    expect(subjectIn(facts({ mail, 'subject-id': ['N1'], 'pairwise-id': ['N2'] }, transient), domains)).toMatchObject({ subject: 'pairwise-id:n2' });
    expect(subjectIn(facts({ mail, edupersonuniqueid: ['a', 'b'] }, transient), domains)).toMatchObject({ fault: 'no_stable_subject' });
    expect(subjectIn(facts({ mail, edupersonprincipalname: ['a@uni.test'] }, transient), domains)).toMatchObject({ fault: 'no_stable_subject' });
  });

  it('is somebody else under the same name of somebody else', () => {
    const subjectOf = (qualifier: string | null, value = 'n1') => subjectIn(facts({ mail: ['a@uni.test'] }, persistent, value, null, qualifier), domains);
    expect(subjectOf('i')).toMatchObject({ subject: 'name-id:n1' });
    expect(new Set([subjectOf(null), subjectOf('hub-a'), subjectOf('hub-b'), subjectOf(null, '["hub-a","n1"]'), subjectOf('hub-a","n', '1')].map((s) => JSON.stringify(s))).size).toBe(5);
  });

  it('is nobody under a name without end', () => {
    expect(subjectIn(facts({ mail: ['a@uni.test'] }, persistent, 'x'.repeat(1_001)), domains)).toMatchObject({ fault: 'no_stable_subject' });
  });
});
