import { randomBytes } from 'node:crypto';
import type { RunningApp } from '../../../../support/app/launch-app';
import { sharedApp } from '../../../../support/app/shared-app';
import { signingKey } from '../../../../support/sign-in/certificate';
import {
  encryptedAssertion,
  encryptedElement,
  encryptionKeyIn,
  type EncryptionOptions,
} from '../../../../support/sign-in/providers/encrypting';
import { X509Certificate } from 'node:crypto';
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

const ourKey = () => encryptionKeyIn(saml.metadata);
const strangersKey = new X509Certificate(Buffer.from(signingKey().certificate, 'base64')).publicKey;
const swapped = (inside: (plain: string) => string) => (xml: string) => {
  const plain = assertionIn(xml);
  return xml.replace(plain, () => inside(plain));
};
const sealed = (plain: string, of: EncryptionOptions = {}) =>
  encryptedAssertion(plain, ourKey(), of);

describe('An encrypted SAML response is refused', () => {
  it.each<[string, string, (plain: string) => string]>([
    ['with CBC', 'unknown_encryption', (plain) => sealed(plain, { cipher: 'aes-256-cbc' })],
    ['with PKCS #1 v1.5', 'unknown_encryption', (plain) => sealed(plain, { transport: 'rsa-1_5' })],
    [
      'with two hashes for RSA-OAEP',
      'unknown_encryption',
      (plain) => sealed(plain, { transport: 'mixed' }),
    ],
    [
      'for another key',
      'undecryptable_assertion',
      (plain) => encryptedAssertion(plain, strangersKey),
    ],
    [
      'cut short',
      'undecryptable_assertion',
      (plain) => sealed(plain, { spoil: (value) => value.subarray(0, -1) }),
    ],
    [
      'cut short to less than a tag',
      'undecryptable_assertion',
      (plain) => sealed(plain, { spoil: (value) => value.subarray(0, 20) }),
    ],
    [
      'with one bit changed',
      'undecryptable_assertion',
      (plain) =>
        sealed(plain, { spoil: (value) => Buffer.concat([value.fill(~(value[40] ?? 0), 40, 41)]) }),
    ],
    ['with two encrypted assertions', 'ambiguous_response', (plain) => sealed(plain).repeat(2)],
    [
      'with an encrypted and a plain one',
      'ambiguous_response',
      (plain) => sealed(plain) + forgedAssertion(plain),
    ],
    [
      'with two keys',
      'ambiguous_response',
      (plain) => sealed(plain).replace(/<xenc:EncryptedKey.*<\/xenc:EncryptedKey>/s, '$&$&'),
    ],
    [
      'with an encrypted assertion in another place',
      'malformed_response',
      (plain) => `<x>${sealed(plain)}</x>`,
    ],
    [
      'without a signature inside',
      'unsigned_assertion',
      (plain) => sealed(plain.replace(signatureIn(plain), '')),
    ],
    [
      'with a forged one inside',
      'wrong_signature',
      (plain) => sealed(plain.replace('>person-1<', '>person-666<')),
    ],
    [
      'with an honest one wrapped inside a forged one',
      'ambiguous_response',
      (plain) =>
        sealed(forgedAssertion(plain).replace('</saml:Assertion>', `${plain}</saml:Assertion>`)),
    ],
    [
      'with two assertions inside',
      'malformed_response',
      (plain) => sealed(plain + forgedAssertion(plain)),
    ],
    [
      'with an envelope broken from inside',
      'malformed_response',
      (plain) => sealed(`</envelope:Response>${plain}`),
    ],
    [
      'with a comment after the assertion',
      'ambiguous_response',
      (plain) => sealed(`${plain}<!-- -->`),
    ],
    ['with a document type inside', 'document_type', (plain) => sealed(`<!DOCTYPE a>${plain}`)],
    ['with another encryption inside', 'no_assertion', (plain) => sealed(sealed(plain))],
    ['with something else inside', 'no_assertion', () => sealed('<x/>')],
    ['with no text inside', 'undecryptable_assertion', () => sealed('')],
    ['with far too deep XML inside', 'malformed_response', () => sealed('<x>'.repeat(5_000))],
    [
      'with far too many attributes inside',
      'malformed_response',
      () => sealed(`<x ${Array.from({ length: 5_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`),
    ],
    [
      'about a name that is encrypted for itself',
      'encrypted_name',
      (plain) =>
        sealed(
          plain.replace(
            /<saml:NameID.*<\/saml:NameID>/s,
            (name) => `<saml:EncryptedID>${encryptedElement(name, ourKey())}</saml:EncryptedID>`,
          ),
        ),
    ],
  ])('%s', async (_, fault, inside) => {
    expect(await saml.refusalOf(uni, tamperedResponse(saml, uni, swapped(inside)))).toEqual(
      expectedRefusal(fault),
    );
  });

  it('when its ciphertext is larger than the form may be', async () => {
    const huge = randomBytes(200_000).toString('base64');
    const answer = await saml.answerFrom(uni);
    expect(await saml.errorAfter({ ...answer, SAMLResponse: huge })).toBe('issuer_refused');
  });

  it('when the signature of its envelope does not match the encrypted form', async () => {
    const both = await saml.connect({ signsResponse: true });
    expect(
      await saml.refusalOf(
        both,
        tamperedResponse(
          saml,
          both,
          swapped((plain) => sealed(plain)),
        ),
      ),
    ).toEqual(expectedRefusal('wrong_signature'));
  });

  it('when the assertion inside has a different audience, has expired, or names a foreign address', async () => {
    for (const [said, fault] of [
      [{ audience: 'https://other.test' }, 'wrong_audience'],
      [{ until: new Date(Date.now() - 90_000) }, 'wrong_time'],
      [{ attributes: { mail: 'rector@elsewhere.test' } }, 'foreign_email'],
    ] as const) {
      expect(
        await saml.refusalOf(uni, async (request) => {
          const answer = await saml.say(uni, request, said);
          const xml = Buffer.from(answer.SAMLResponse, 'base64').toString();
          return {
            ...answer,
            SAMLResponse: Buffer.from(swapped((plain) => sealed(plain))(xml)).toString('base64'),
          };
        }),
      ).toEqual(expectedRefusal(fault));
    }
  });
});
