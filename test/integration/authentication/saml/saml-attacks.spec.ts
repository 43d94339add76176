import { startApp, type RunningApp } from '../../../support/app';
import { signingKey } from '../../../support/certificate';
import {
  decoded,
  emailAddress,
  encoded,
  SamlIdp,
  unspecified,
  type Answer,
  type Request,
  type Said,
} from '../../../support/saml-idp';
import { samlOf, type Connected, type Saml } from './saml-people';
import { bodyOf } from '../../../support/body-of';

let running: RunningApp;
let saml: Saml;
let uni: Connected;
beforeAll(async () => {
  running = await startApp();
  saml = await samlOf(running);
  uni = await saml.connect();
});
afterAll(() => running.close());

const refused = (fault: string, code = 'issuer_refused') => [code, fault];
const changed = (edit: (xml: string) => string) => async (request: Request) => {
  const answer = await saml.say(uni, request);
  const xml = edit(decoded(answer));
  expect(xml).not.toBe(decoded(answer));
  return encoded(xml, answer);
};
const assertionIn = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
const signatureIn = (xml: string) => /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
/**
 * What an attacker would rather be told: somebody else's name in an assertion without a signature.
 */
const evil = (assertion: string, id = '_evil') =>
  assertion
    .replace(/<ds:Signature .*?<\/ds:Signature>/s, '')
    .replace(/ ID="[^"]*"/, ` ID="${id}"`)
    .replace('>person-1<', '>person-666<')
    .replace(/somebody@/g, 'rector@');

describe('A response is not believed', () => {
  it.each<[string, string, (xml: string) => string]>([
    ['without a signature', 'unsigned_assertion', (xml) => xml.replace(signatureIn(xml), '')],
    [
      'when a name was changed after signing',
      'wrong_signature',
      (xml) => xml.replace('>person-1<', '>person-2<'),
    ],
    [
      'when an address was changed after signing',
      'wrong_signature',
      (xml) => xml.replace('>somebody@', '>rector@'),
    ],
    [
      'when the audience was changed after signing',
      'wrong_signature',
      (xml) => xml.replace(/(<saml:Audience>)[^<]*/, '$1https://other.test'),
    ],
    [
      'when its signature value was cut',
      'wrong_signature',
      (xml) => xml.replace(/(<ds:SignatureValue>)[^<]{8}/, '$1AAAAAAAA'),
    ],
    [
      'when its status says no',
      'provider_refused',
      (xml) => xml.replace('status:Success', 'status:AuthnFailed'),
    ],
    [
      'when it names another destination',
      'wrong_destination',
      (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://other.test/acs"'),
    ],
    ['when it answers nothing', 'unsolicited', (xml) => xml.replace(/ InResponseTo="[^"]*"/, '')],
    [
      'when it answers what nobody asked',
      'unknown_request',
      (xml) => xml.replace(/ InResponseTo="[^"]*"/, ' InResponseTo="_0123"'),
    ],
    [
      'with an assertion that is encrypted',
      'encrypted_assertion',
      (xml) => xml.replace(assertionIn(xml), '<saml:EncryptedAssertion/>'),
    ],
    ['without any assertion', 'no_assertion', (xml) => xml.replace(assertionIn(xml), '')],
    [
      'in another version of SAML',
      'malformed_response',
      (xml) => xml.replace('Version="2.0"', 'Version="1.1"'),
    ],
    [
      'as another kind of message',
      'malformed_response',
      (xml) => xml.replace(/samlp:Response/g, 'samlp:LogoutResponse'),
    ],
    [
      'with a message of another name space',
      'malformed_response',
      (xml) =>
        xml.replace(
          'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
          'xmlns:samlp="urn:example"',
        ),
    ],
    [
      'when its signature is made of strange elements',
      'ambiguous_response',
      (xml) =>
        xml.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, '<ds:constructor/><ds:SignedInfo/>'),
    ],
    [
      'when its transforms are of a strange kind',
      'ambiguous_response',
      (xml) => xml.replace(/<ds:Transforms>.*<\/ds:Transforms>/s, '<ds:constructor/>'),
    ],
    ['that is no XML', 'malformed_response', () => 'nonsense'],
    ['that breaks off', 'malformed_response', (xml) => xml.slice(0, -20)],
    [
      'that is nested without end',
      'malformed_response',
      (xml) =>
        xml.replace(
          '<samlp:Status>',
          `${'<a>'.repeat(3_000)}${'</a>'.repeat(3_000)}<samlp:Status>`,
        ),
    ],
  ])('%s', async (_, fault, edit) => {
    // What cannot be read answers no request that it could be noted with.
    const known = !['unsolicited', 'unknown_request', 'malformed_response'].includes(fault);
    const [error, tested] = await saml.refusalOf(uni, changed(edit));
    expect(error).toBe(
      ['unsolicited', 'unknown_request'].includes(fault) ? 'invalid_flow' : 'issuer_refused',
    );
    if (known) expect(tested).toBe(fault);
  });

  it.each<[string, string, Partial<Said>]>([
    ['that was said to somebody else', 'wrong_audience', { audience: 'https://other.test' }],
    ['that was said to everybody', 'wrong_audience', { audience: null }],
    [
      'that was to be delivered elsewhere',
      'wrong_recipient',
      { recipient: 'https://other.test/acs' },
    ],
    [
      'whose signed part answers another request',
      'wrong_request',
      { confirmedRequest: '_0123456789' },
    ],
    ['whose signed part answers nothing', 'wrong_request', { confirmedRequest: null }],
    ['of another issuer', 'wrong_issuer', { issuer: 'https://idp.other.test' }],
    [
      'in an envelope of another issuer',
      'wrong_issuer',
      { responseIssuer: 'https://idp.other.test' },
    ],
    ['that has expired', 'wrong_time', { until: new Date(Date.now() - 90_000) }],
    [
      'whose confirmation has expired',
      'wrong_time',
      { confirmedUntil: new Date(Date.now() - 90_000) },
    ],
    [
      'from the future',
      'wrong_time',
      {
        issuedAt: new Date(Date.now() + 600_000),
        notBefore: new Date(Date.now() + 600_000),
        until: new Date(Date.now() + 900_000),
      },
    ],
    [
      'that was written long ago and lasts for ever',
      'wrong_time',
      {
        issuedAt: new Date(Date.now() - 3_600_000),
        until: new Date(Date.now() + 1e10),
        confirmedUntil: new Date(Date.now() + 1e10),
      },
    ],
    [
      'with a condition that nobody here understands',
      'unknown_condition',
      { conditions: '<x:OnlyOnSundays xmlns:x="urn:example"/>' },
    ],
    [
      'about a name that passes',
      'no_stable_subject',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
    [
      'about an address of elsewhere as a name',
      'no_stable_subject',
      {
        nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        nameId: 'a@b.test',
      },
    ],
    [
      'about an address of elsewhere as a name, and nothing else',
      'foreign_email',
      { nameIdFormat: emailAddress, nameId: 'a@b.test', attributes: {} },
    ],
    ['about nobody', 'no_stable_subject', { nameId: '' }],
    ['about nobody of no kind', 'no_stable_subject', { nameId: '', nameIdFormat: unspecified }],
    ['without an address', 'no_email', { attributes: { sn: 'Hopper' } }],
    [
      'about an address of another domain',
      'foreign_email',
      { attributes: { mail: 'rector@elsewhere.test' } },
    ],
  ])('%s', async (_, fault, said) => {
    expect(await saml.refusalOf(uni, (request) => saml.say(uni, request, said))).toEqual(
      refused(fault),
    );
  });

  it('about an address of a domain below or beside the own', async () => {
    for (const mail of [
      `x@sub.${uni.domain}`,
      `x@evil-${uni.domain}`,
      `x@${uni.domain}.evil.test`,
      `x@${uni.domain}@evil.test`,
    ]) {
      expect(
        (
          await saml.refusalOf(uni, (request) => saml.say(uni, request, { attributes: { mail } }))
        )[0],
      ).toBe('issuer_refused');
    }
  });

  it('by a stranger who brings the certificate along', async () => {
    const stranger = new SamlIdp(uni.idp.entityId, { ssoUrl: uni.idp.ssoUrl });
    expect(
      await saml.refusalOf(uni, (request) => saml.say({ ...uni, idp: stranger }, request)),
    ).toEqual(refused('wrong_signature'));
  });

  it("by the provider of another organization, in its own name or in this one's", async () => {
    const other = await saml.connect();
    expect(
      await saml.refusalOf(uni, (request) => saml.say({ ...uni, idp: other.idp }, request)),
    ).toEqual(refused('wrong_issuer'));
    expect(
      await saml.refusalOf(uni, (request) =>
        saml.say({ ...uni, idp: other.idp }, request, {
          issuer: uni.idp.entityId,
          responseIssuer: uni.idp.entityId,
        }),
      ),
    ).toEqual(refused('wrong_signature'));
  });

  it('signed with SHA-1', async () => {
    const weak = await saml.connect({
      signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    });
    expect(await saml.refusalOf(weak, (request) => saml.say(weak, request))).toEqual(
      refused('weak_algorithm'),
    );
  });
});

describe('Signature wrapping', () => {
  const shapes: [string, (xml: string) => string][] = [
    [
      'a forged assertion before the signed one',
      (xml) => xml.replace(assertionIn(xml), evil(assertionIn(xml)) + assertionIn(xml)),
    ],
    [
      'a forged assertion after the signed one',
      (xml) => xml.replace(assertionIn(xml), assertionIn(xml) + evil(assertionIn(xml))),
    ],
    [
      'the signed one hidden in an extension',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>${evil(assertionIn(xml))}`,
        ),
    ],
    [
      'the signed one inside the forged one',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          evil(assertionIn(xml)).replace(
            '</saml:Assertion>',
            `<saml:Advice>${assertionIn(xml)}</saml:Advice></saml:Assertion>`,
          ),
        ),
    ],
    [
      'the signature moved to the forged one, the signed one kept as its object',
      (xml) => {
        const original = assertionIn(xml).replace(signatureIn(xml), '');
        const signature = signatureIn(xml).replace(
          '</ds:Signature>',
          `<ds:Object>${original}</ds:Object></ds:Signature>`,
        );
        return xml.replace(
          assertionIn(xml),
          evil(assertionIn(xml)).replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
        );
      },
    ],
    [
      'the forged one under the same id',
      (xml) => {
        const id = / ID="(_[0-9a-f]{32})"/.exec(assertionIn(xml))?.[1] ?? '';
        return xml.replace(
          assertionIn(xml),
          evil(assertionIn(xml), id).replace(
            '</saml:Issuer>',
            `</saml:Issuer>${signatureIn(xml)}`,
          ) + assertionIn(xml).replace(signatureIn(xml), ''),
        );
      },
    ],
    [
      'the whole response inside a forged one',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `<samlp:Extensions>${xml}</samlp:Extensions>${evil(assertionIn(xml))}`,
        ),
    ],
    [
      'two signatures at one assertion',
      (xml) => xml.replace(signatureIn(xml), signatureIn(xml) + signatureIn(xml)),
    ],
    [
      'a signature that means another element',
      (xml) => xml.replace(/URI="#[^"]*"/, 'URI="#_elsewhere"'),
    ],
    ['a signature of nothing in particular', (xml) => xml.replace(/URI="#[^"]*"/, 'URI=""')],
    ['a comment within the digest', (xml) => xml.replace(/(<ds:DigestValue>)/, '$1<!--AAAA-->')],
    [
      'a comment within the signature value',
      (xml) => xml.replace(/(<ds:SignatureValue>)/, '$1<!--AAAA-->'),
    ],
    [
      'another algorithm in the part that is not signed, before the one that is',
      (xml) => {
        const info = /<ds:KeyInfo>.*<\/ds:KeyInfo>/s.exec(xml)?.[0] ?? '';
        return xml
          .replace(info, '')
          .replace(
            '<ds:SignedInfo>',
            `${info.replace(
              '<ds:KeyInfo>',
              '<ds:KeyInfo><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>',
            )}<ds:SignedInfo>`,
          );
      },
    ],
    [
      'another algorithm in the part that is not signed',
      (xml) =>
        xml.replace(
          '<ds:KeyInfo>',
          '<ds:KeyInfo><x:CanonicalizationMethod xmlns:x="urn:x" Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>',
        ),
    ],
    [
      'what is signed twice, once of another name space',
      (xml) => xml.replace('<ds:SignedInfo>', '<x:SignedInfo xmlns:x="urn:x"/><ds:SignedInfo>'),
    ],
    [
      'two values of the signature',
      (xml) =>
        xml.replace(
          '</ds:SignatureValue>',
          '</ds:SignatureValue><ds:SignatureValue>AAAA</ds:SignatureValue>',
        ),
    ],
    ['two keys', (xml) => xml.replace('</ds:KeyInfo>', '</ds:KeyInfo><ds:KeyInfo/>')],
    [
      'two digests',
      (xml) =>
        xml.replace('</ds:DigestValue>', '</ds:DigestValue><ds:DigestValue>AAAA</ds:DigestValue>'),
    ],
    ['two references', (xml) => xml.replace(/(<ds:Reference .*?<\/ds:Reference>)/s, '$1$1')],
    [
      'a reference of another name space',
      (xml) =>
        xml.replace(
          '<ds:SignatureMethod',
          '<x:Reference xmlns:x="urn:x" URI="#_x"/><ds:SignatureMethod',
        ),
    ],
    [
      'its id once more behind a prefix',
      (xml) =>
        xml.replace(
          '<samlp:Status>',
          `<samlp:Extensions><x:y xmlns:x="urn:x" x:ID="${/ ID="(_[0-9a-f]{32})"/.exec(assertionIn(xml))?.[1] ?? ''}"/>` +
            `</samlp:Extensions><samlp:Status>`,
        ),
    ],
  ];
  it.each(shapes)('is refused: %s', async (_, wrap) => {
    const [error, tested] = await saml.refusalOf(uni, changed(wrap));
    expect(error).toBe('issuer_refused');
    expect(['ambiguous_response', 'unsigned_assertion']).toContain(tested);
  });

  it('is refused also where the response is signed and a forged assertion put beside', async () => {
    const strict = await saml.connect({ signsResponse: true });
    const [error] = await saml.refusalOf(strict, async (request) => {
      const answer = await saml.say(strict, request);
      return encoded(
        decoded(answer).replace(assertionIn(decoded(answer)), evil(assertionIn(decoded(answer)))),
        answer,
      );
    });
    expect(error).toBe('issuer_refused');
  });

  it('does not help a response that was signed in place of its assertion', async () => {
    const onlyOutside = async (request: Request): Promise<Answer> => {
      const answer = await saml.say(uni, request);
      const unsigned = decoded(answer).replace(signatureIn(decoded(answer)), '');
      return encoded(uni.idp.sign(unsigned, "/*[local-name(.)='Response']"), answer);
    };
    expect((await saml.refusalOf(uni, onlyOutside))[0]).toBe('issuer_refused');
  });

  it('does not get by with a broken signature around a good one', async () => {
    const strict = await saml.connect({ signsResponse: true });
    const broken = async (request: Request): Promise<Answer> => {
      const answer = await saml.say(strict, request);
      return encoded(
        decoded(answer).replace(
          /(<samlp:Response [^>]*IssueInstant=")[^"]*/,
          '$12020-01-01T00:00:00.000Z',
        ),
        answer,
      );
    };
    expect(await saml.refusalOf(strict, broken)).toEqual(refused('wrong_signature'));
  });
});

describe('XML of the crafty kind', () => {
  it.each<[string, (xml: string) => string]>([
    ['a document type', (xml) => `<!DOCTYPE x>${xml}`],
    [
      'entities that multiply',
      (xml) =>
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">` +
        `<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>` +
        `${xml.replace('>person-1<', '>&c;<')}`,
    ],
    [
      'an entity from elsewhere',
      (xml) =>
        `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>${xml.replace('>person-1<', '>&file;<')}`,
    ],
    ['an entity that nobody declared', (xml) => xml.replace('>person-1<', '>&file;<')],
    ['a document type behind a comment', (xml) => `<!-- --><!doctype x [<!entity a "b">]>${xml}`],
    ['an instruction within a name', (xml) => xml.replace('>person-1<', '>person-1<?x y?>23<')],
    ['another element within a name', (xml) => xml.replace('>person-1<', '>person-1<x>23</x><')],
    ['a name twice', (xml) => xml.replace(/(<saml:NameID .*?<\/saml:NameID>)/s, '$1$1')],
    ['text in two bytes each', (xml) => `\u{feff}${[...xml].join('\0')}`],
  ])('is refused: %s', async (_, edit) => {
    expect((await saml.refusalOf(uni, changed(edit)))[0]).toBe('issuer_refused');
  });

  it('does not cut an address short at a comment: the whole of it counts', async () => {
    const attributes = { mail: `rector@${uni.domain}<!-- -->.evil.test` };
    expect(await saml.refusalOf(uni, (request) => saml.say(uni, request, { attributes }))).toEqual(
      refused('foreign_email'),
    );
  });

  it.each([
    ['an address', emailAddress],
    ['no said kind', unspecified],
  ])('does not cut a name of %s short at a comment either', async (_, nameIdFormat) => {
    const nameId = `rector@${uni.domain}<!-- -->.evil.test`;
    expect(
      await saml.refusalOf(uni, (request) =>
        saml.say(uni, request, { nameIdFormat, nameId, attributes: {} }),
      ),
    ).toEqual(refused('foreign_email'));
  });

  it.each<[string, string | undefined]>([
    ['', undefined],
    [' kept by the signature', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'],
  ])('does not cut a name short at a comment%s', async (_, transform) => {
    const crafty = await saml.connect(
      transform === undefined
        ? {}
        : { transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', transform] },
    );
    const whole = await saml.codeAfter(
      await saml.answerFrom(crafty, {
        nameId: 'rector<!-- -->-not',
        attributes: { mail: `a@${crafty.domain}` },
      }),
    );
    if (transform !== undefined) return expect(whole).toBe('');
    const first = (
      await saml
        .profile(((await saml.redeem(whole).expect(200)).body as { token: string }).token)
        .expect(200)
    ).body as { _id: string };
    const [identity]: { subject: string }[] = await running.source.query(
      `SELECT subject FROM identity.identity WHERE account_id = $1`,
      [first._id],
    );
    expect(identity?.subject).toBe('name-id:rector-not');
  });

  it('reads a name whole when a comment is put in after signing', async () => {
    const other = await saml.connect();
    const answer = await saml.answerFrom(other, { nameId: 'person-123' });
    const token = await saml.tokenAfter(
      encoded(decoded(answer).replace('>person-123<', '>person-1<!-- -->23<'), answer),
    );
    const body = await bodyOf(saml.profile(token).expect(200));
    const [identity]: { subject: string }[] = await running.source.query(
      `SELECT subject FROM identity.identity WHERE account_id = $1`,
      [(body as { _id: string })._id],
    );
    expect(identity?.subject).toBe('name-id:person-123');
  });
});

it('The same name in somebody else’s keeping is somebody else', async () => {
  const hub = await saml.connect();
  const subjects: (string | undefined)[] = [];
  for (const [nameQualifier, mail] of [
    [null, 'a'],
    [hub.idp.entityId, 'a'],
    ['https://upstream-1.test', 'b'],
    ['https://upstream-2.test', 'c'],
  ] as const) {
    const { _id } = await saml.enter(
      await saml.answerFrom(hub, {
        nameId: 'same',
        nameQualifier,
        attributes: { mail: `${mail}@${hub.domain}` },
      }),
    );
    subjects.push(_id);
  }
  expect(subjects[1]).toBe(subjects[0]);
  expect(new Set(subjects).size).toBe(3);
});

it('A statement that was made for one request does not answer another that waits too', async () => {
  const [first, second] = [
    await saml.redirectUrl(`a@${uni.domain}`),
    await saml.redirectUrl(`b@${uni.domain}`),
  ];
  const [asked, waiting] = [
    await uni.idp.asked(first, saml.metadata),
    await uni.idp.asked(second, saml.metadata),
  ];
  const answer = await saml.say(uni, asked);
  const [envelope, ...rest] = decoded(answer).split(`InResponseTo="${asked.id}"`);
  const moved = [envelope, rest.join(`InResponseTo="${asked.id}"`)].join(
    `InResponseTo="${waiting.id}"`,
  );
  expect(await saml.errorAfter(encoded(moved, answer))).toBe('issuer_refused');
  expect(await saml.codeAfter(answer)).not.toBe('');
});

it('Clocks may differ by a minute and not by more', async () => {
  const within = {
    issuedAt: new Date(Date.now() + 40_000),
    notBefore: new Date(Date.now() + 40_000),
  };
  expect(await saml.codeAfter(await saml.answerFrom(uni, within))).not.toBe('');
  expect(
    await saml.codeAfter(
      await saml.answerFrom(uni, {
        until: new Date(Date.now() - 40_000),
        confirmedUntil: new Date(Date.now() - 40_000),
      }),
    ),
  ).not.toBe('');
  expect(
    await saml.errorAfter(
      await saml.answerFrom(uni, { ...within, notBefore: new Date(Date.now() + 70_000) }),
    ),
  ).toBe('issuer_refused');
  expect(
    await saml.errorAfter(await saml.answerFrom(uni, { until: new Date(Date.now() - 70_000) })),
  ).toBe('issuer_refused');
});

it('A certificate that has ended meanwhile does not count any more', async () => {
  const ending = await saml.connect({
    key: signingKey({ until: new Date(running.clock.now().getTime() + 3_600_000) }),
  });
  expect(await saml.codeAfter(await saml.answerFrom(ending))).not.toBe('');
  running.clock.advance(7_200_000);
  expect(await saml.refusalOf(ending, (request) => saml.say(ending, request))).toEqual(
    refused('certificate_expired'),
  );
});
