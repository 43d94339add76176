import type { RunningApp } from '../../../../support/app/launch-app';
import { sharedApp } from '../../../../support/app/shared-app';
import {
  decodeSamlResponse,
  encodeSamlResponse,
  type SignOnResponse,
  type SignOnRequest,
} from '../../../../support/sign-in/saml-idp';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from '../saml-people';
import {
  assertionIn,
  tamperedResponse,
  forgedAssertion,
  expectedRefusal,
  signatureIn,
} from './forging';

let running: RunningApp;
let saml: SamlRequests;
let uni: ConnectedProvider;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  uni = await saml.connect();
});
afterAll(() => running.close());

describe('Signature wrapping in a SAML response', () => {
  const shapes: [string, (xml: string) => string][] = [
    [
      'a forged assertion before the signed one',
      (xml) => xml.replace(assertionIn(xml), forgedAssertion(assertionIn(xml)) + assertionIn(xml)),
    ],
    [
      'a forged assertion after the signed one',
      (xml) => xml.replace(assertionIn(xml), assertionIn(xml) + forgedAssertion(assertionIn(xml))),
    ],
    [
      'the signed one hidden in an extension',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>${forgedAssertion(assertionIn(xml))}`,
        ),
    ],
    [
      'the signed one inside the forged one',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          forgedAssertion(assertionIn(xml)).replace(
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
          forgedAssertion(assertionIn(xml)).replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
        );
      },
    ],
    [
      'the forged one under the same id',
      (xml) => {
        const id = / ID="(_[0-9a-f]{32})"/.exec(assertionIn(xml))?.[1] ?? '';
        return xml.replace(
          assertionIn(xml),
          forgedAssertion(assertionIn(xml), id).replace(
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
          `<samlp:Extensions>${xml}</samlp:Extensions>${forgedAssertion(assertionIn(xml))}`,
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
  it.each(shapes)('[6.8.2] is refused: %s', async (_, wrap) => {
    const [error, tested] = await saml.refusalOf(uni, tamperedResponse(saml, uni, wrap));
    expect(error).toBe('issuer_refused');
    expect(['ambiguous_response', 'unsigned_assertion']).toContain(tested);
  });

  it('is refused when the response is signed and its assertion was replaced by a forged one', async () => {
    const strict = await saml.connect({ signsResponse: true });
    const [error] = await saml.refusalOf(strict, async (request) => {
      const answer = await saml.say(strict, request);
      return encodeSamlResponse(
        decodeSamlResponse(answer).replace(
          assertionIn(decodeSamlResponse(answer)),
          forgedAssertion(assertionIn(decodeSamlResponse(answer))),
        ),
        answer,
      );
    });
    expect(error).toBe('issuer_refused');
  });

  it('is refused when only the response is signed and not its assertion', async () => {
    const onlyOutside = async (request: SignOnRequest): Promise<SignOnResponse> => {
      const answer = await saml.say(uni, request);
      const unsigned = decodeSamlResponse(answer).replace(
        signatureIn(decodeSamlResponse(answer)),
        '',
      );
      return encodeSamlResponse(uni.idp.sign(unsigned, "/*[local-name(.)='Response']"), answer);
    };
    expect((await saml.refusalOf(uni, onlyOutside))[0]).toBe('issuer_refused');
  });

  it('is refused when the signature around the response is broken and that of the assertion is valid', async () => {
    const strict = await saml.connect({ signsResponse: true });
    const broken = async (request: SignOnRequest): Promise<SignOnResponse> => {
      const answer = await saml.say(strict, request);
      return encodeSamlResponse(
        decodeSamlResponse(answer).replace(
          /(<samlp:Response [^>]*IssueInstant=")[^"]*/,
          '$12020-01-01T00:00:00.000Z',
        ),
        answer,
      );
    };
    expect(await saml.refusalOf(strict, broken)).toEqual(expectedRefusal('wrong_signature'));
  });
});
