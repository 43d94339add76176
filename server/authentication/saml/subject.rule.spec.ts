import type { AssertionFacts } from './assertion.rule';
import { namesFromAssertion, personInAssertion, type AssertedNames } from './subject.rule';

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const facts = (
  attributes: Record<string, string[]>,
  format = persistent,
  value = 'n1',
  friendly: string | null = null,
  qualifier: string | null = null,
): AssertionFacts => ({
  id: '_a',
  issuer: 'i',
  issued_at: null,
  name_id: { format, qualifier, value },
  confirmations: [],
  conditions: [],
  sessions: [],
  attributes: Object.entries(attributes).map(([name, values]) => ({
    name,
    friendly_name: friendly,
    values,
  })),
});
const domains = ['uni.test', 'mail.uni.test'];

describe('The person in an assertion', () => {
  it.each([
    ['OIDs', 'urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:2.5.4.42', 'urn:oid:2.5.4.4'],
    ['plain names', 'mail', 'givenName', 'sn'],
    [
      "Microsoft's claims",
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    ],
  ])('is read from %s', (_, mail, given, family) => {
    expect(
      personInAssertion(
        facts({ [mail]: ['Ada@Uni.test'], [given]: ['Ada'], [family]: ['Lovelace'] }),
        domains,
      ),
    ).toEqual({
      subject: 'name-id:n1',
      email: 'ada@uni.test',
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
  });

  it('is read from attributes that only their friendly names identify', () => {
    expect(
      personInAssertion(
        facts({ 'urn:example:1': ['a@uni.test'] }, persistent, 'n1', 'mail'),
        domains,
      ),
    ).toMatchObject({ email: 'a@uni.test' });
  });

  it.each([
    ['bücher.example', 'anna@bücher.example'],
    ['BÜCHER.example', 'Anna@BÜCHER.Example'],
    ['its ASCII form', 'anna@xn--bcher-kva.example'],
    ['a decomposed letter', 'anna@bu\u0308cher.example'],
  ])('gets the ASCII form of an address whose domain has non-ASCII characters: %s', (_, mail) => {
    expect(personInAssertion(facts({ mail: [mail] }), ['xn--bcher-kva.example'])).toMatchObject({
      email: 'anna@xn--bcher-kva.example',
    });
  });

  it.each(['jürgen@uni.test', 'o’brien@uni.test', 'name/dept@uni.test', 'x.@uni.test'])(
    'has an address in the form that mail servers accept: %s',
    (mail) =>
      expect(personInAssertion(facts({ mail: [mail] }), domains)).toMatchObject({ email: mail }),
  );

  it.each([
    ['"a b"@uni.test', 'before the @'],
    ['j\u200Burgen@uni.test', 'before the @'],
    ['a b@uni.test', 'before the @'],
    ['a@uni', 'domain'],
    ['a@bü cher.test', 'domain'],
    ['a@bücher.test/x', 'domain'],
    ['a@bücher.test:80', 'domain'],
    ['no address', 'no @'],
  ])('is not reported as lacking an address when %s is present', (mail, why) => {
    expect(personInAssertion(facts({ mail: [mail] }), domains)).toEqual({
      fault: 'unreadable_email',
      detail: `${why}; attributes: mail`,
    });
  });

  it('is refused as having an unreadable address when the address is nested in elements', () => {
    const { attributes, ...rest } = facts({ mail: [] });
    const nested = { ...rest, attributes: attributes.map((a) => ({ ...a, has_nested: true })) };
    expect(personInAssertion(nested, domains)).toMatchObject({ fault: 'unreadable_email' });
  });

  it('treats a domain of look-alike characters as a different domain', () => {
    // A Cyrillic і.
    expect(personInAssertion(facts({ mail: ['a@un\u0456.test'] }), domains)).toMatchObject({
      fault: 'foreign_email',
      detail: 'xn--un-ioc.test',
    });
  });

  it('has the first address in a domain of the connection', () => {
    expect(
      personInAssertion(
        facts({ mail: ['a@private.test', 'no address', 'a@mail.uni.test', 'b@uni.test'] }),
        domains,
      ),
    ).toMatchObject({ email: 'a@mail.uni.test' });
    expect(
      personInAssertion(
        facts({ mail: ['a@private.test', 'a@sub.uni.test', 'a@xuni.test'] }),
        domains,
      ),
    ).toEqual({ fault: 'foreign_email', detail: 'private.test, sub.uni.test, xuni.test' });
  });

  it('has a subject that names the kind of the identifier, so that equal identifiers of two kinds differ', () => {
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const mail = ['a@uni.test'];
    expect(
      personInAssertion(facts({ mail, edupersonuniqueid: ['N1'] }, transient), domains),
    ).toMatchObject({ subject: 'unique-id:n1' });
    expect(
      personInAssertion(
        facts({ mail, 'subject-id': ['N1'], 'pairwise-id': ['N2'] }, transient),
        domains,
      ),
    ).toMatchObject({ subject: 'pairwise-id:n2' });
    expect(
      personInAssertion(facts({ mail, edupersonuniqueid: ['a', 'b'] }, transient), domains),
    ).toMatchObject({ fault: 'no_stable_subject' });
    expect(
      personInAssertion(
        facts({ mail, edupersonprincipalname: ['A@uni.test'] }, transient),
        domains,
      ),
    ).toMatchObject({ subject: 'principal-name:a@uni.test' });
    expect(personInAssertion(facts({ mail }, transient), domains)).toMatchObject({
      fault: 'no_stable_subject',
    });
    expect(
      personInAssertion(
        facts({ mail }, 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'),
        domains,
      ),
    ).toMatchObject({ fault: 'no_stable_subject' });
  });

  it('is a different person when the same NameID has a different NameQualifier', () => {
    const subjectOf = (qualifier: string | null, value = 'n1') =>
      personInAssertion(
        facts({ mail: ['a@uni.test'] }, persistent, value, null, qualifier),
        domains,
      );
    expect(subjectOf('i')).toMatchObject({ subject: 'name-id:n1' });
    expect(
      new Set(
        [
          subjectOf(null),
          subjectOf('hub-a'),
          subjectOf('hub-b'),
          subjectOf(null, '["hub-a","n1"]'),
          subjectOf('hub-a","n', '1'),
        ].map((s) => JSON.stringify(s)),
      ).size,
    ).toBe(5);
  });

  describe.each([1.1, 2])('with a NameID in a format of SAML %s', (version) => {
    const [email, unspecified] = ['emailAddress', 'unspecified'].map(
      (kind) => `urn:oasis:names:tc:SAML:${version.toFixed(1)}:nameid-format:${kind}`,
    );

    it('is identified by an address in the connection’s domains, which is also used as the email address', () => {
      for (const format of [email, unspecified]) {
        expect(personInAssertion(facts({}, format, 'Ada.Lovelace@Uni.test'), domains)).toEqual({
          subject: 'email:ada.lovelace@uni.test',
          email: 'ada.lovelace@uni.test',
          first_name: 'Ada',
          last_name: 'Lovelace',
        });
        expect(
          personInAssertion(facts({ mail: ['al@mail.uni.test'] }, format, 'ada@uni.test'), domains),
        ).toMatchObject({ subject: 'email:ada@uni.test', email: 'al@mail.uni.test' });
        expect(
          personInAssertion(
            facts({ 'pairwise-id': ['p@uni.test'] }, format, 'ada@uni.test'),
            domains,
          ),
        ).toMatchObject({ subject: 'pairwise-id:p@uni.test', email: 'ada@uni.test' });
      }
    });

    it('is not identified by an address of a domain outside of the connection', () => {
      for (const format of [email, unspecified])
        expect(personInAssertion(facts({}, format, 'ada@evil.test'), domains)).toEqual({
          fault: 'foreign_email',
          detail: 'evil.test',
        });
      expect(
        personInAssertion(facts({ mail: ['ada@uni.test'] }, email, 'ada@evil.test'), domains),
      ).toMatchObject({ fault: 'no_stable_subject' });
      expect(
        personInAssertion(facts({ mail: ['ada@uni.test'] }, email, 'ada'), domains),
      ).toMatchObject({
        fault: 'no_stable_subject',
      });
    });

    it('is identified by a login name, unchanged, even though it is no address', () => {
      const subjectOf = (value: string) =>
        personInAssertion(facts({ mail: ['ada@uni.test'] }, unspecified, value), domains);
      expect(subjectOf('ada')).toMatchObject({
        subject: 'login-name:["i","ada"]',
        email: 'ada@uni.test',
      });
      expect(subjectOf('ada@corp.local')).toMatchObject({
        subject: 'login-name:["i","ada@corp.local"]',
        email: 'ada@uni.test',
      });
      expect(subjectOf('')).toMatchObject({ fault: 'no_stable_subject' });
      expect(personInAssertion(facts({}, unspecified, 'ada'), domains)).toMatchObject({
        fault: 'no_email',
      });
    });
  });

  it('is a different person when the same NameID has a different format', () => {
    const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
    const mail = ['ada@uni.test'];
    const all = [
      facts({ mail }, persistent, 'ada@uni.test'),
      facts({ mail }, persistent, 'email:ada@uni.test'),
      facts({ mail }, unspecified, 'ada@uni.test'),
      facts({ mail }, unspecified, 'email:ada@uni.test'),
      facts({ mail, edupersonprincipalname: mail }, unspecified, 'x'),
    ];
    expect(
      new Set(all.map((one) => (personInAssertion(one, domains) as { subject: string }).subject))
        .size,
    ).toBe(5);
  });

  it('is not identified by a name that is too long', () => {
    expect(
      personInAssertion(facts({ mail: ['a@uni.test'] }, persistent, 'x'.repeat(1_001)), domains),
    ).toMatchObject({ fault: 'no_stable_subject' });
  });
});

const named = (said: Partial<AssertedNames>, email = 'ada.lovelace@uni.test') =>
  Object.values(namesFromAssertion({ first: [], last: [], full: [], ...said }, email));

describe('The display name of a person', () => {
  it.each<[string, Partial<AssertedNames>, [string, string]]>([
    [
      'both names',
      { first: ['Ada'], last: ['King'], full: ['Countess of Lovelace'] },
      ['Ada', 'King'],
    ],
    ['the full name', { full: ['Ada Augusta Lovelace'] }, ['Ada Augusta', 'Lovelace']],
    ['the full name, with the last name first', { full: ['Lovelace, Ada'] }, ['Ada', 'Lovelace']],
    ['a full name of one word', { full: ['Ada'] }, ['Ada', '']],
    [
      'a login name in the place of the full name',
      { full: ['al@uni.test', 'Ada King'] },
      ['Ada', 'King'],
    ],
    ['a first name', { first: ['Ada'] }, ['Ada', '']],
    ['a first name and the full name', { first: ['Ada'], full: ['Ada King'] }, ['Ada', 'King']],
    [
      'a last name and the full name',
      { last: ['King'], full: ['Ada Augusta King'] },
      ['Ada Augusta', 'King'],
    ],
    ['a last name', { last: ['King'] }, ['Ada', 'King']],
    ['nothing', {}, ['Ada', 'Lovelace']],
  ])('is read from %s', (_, said, names) => {
    expect(named(said)).toEqual(names);
  });

  it.each([
    ['grace@uni.test', ['Grace', '']],
    ['grace+lab@uni.test', ['Grace', '']],
    ['g_b-hopper@uni.test', ['G', 'B Hopper']],
  ])('is guessed from %s when nothing else is known', (email, names) => {
    expect(named({}, email)).toEqual(names);
  });
});
