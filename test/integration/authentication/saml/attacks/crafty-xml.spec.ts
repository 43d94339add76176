import type { RunningApp } from '../../../../support/app/launch-app';
import { sharedApp } from '../../../../support/app/shared-app';
import { bodyOf } from '../../../../support/app/body-of';
import {
  decodeSamlResponse,
  emailAddressNameId,
  encodeSamlResponse,
  unspecifiedNameId,
} from '../../../../support/sign-in/saml-idp';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from '../saml-people';
import { tamperedResponse, expectedRefusal } from './forging';

let running: RunningApp;
let saml: SamlRequests;
let uni: ConnectedProvider;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  uni = await saml.connect();
});
afterAll(() => running.close());

describe('Malicious XML in a SAML response', () => {
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
    expect((await saml.refusalOf(uni, tamperedResponse(saml, uni, edit)))[0]).toBe(
      'issuer_refused',
    );
  });

  it('is not parsed unless it names an open request', async () => {
    const broken = (id: string) => `<Response InResponseTo="${id}"></Answer>`;
    const honest = await saml.answerFrom(uni);
    const { id } = /InResponseTo="(?<id>[^"]+)"/.exec(decodeSamlResponse(honest))?.groups ?? {};
    expect(await saml.errorAfter(encodeSamlResponse(broken('_nobody'), honest))).toBe(
      'invalid_flow',
    );
    expect(await saml.errorAfter(encodeSamlResponse(broken(id ?? ''), honest))).toBe(
      'issuer_refused',
    );
    expect(await saml.codeAfter(honest)).not.toBe('');
  });

  it('cannot name an open request in a comment only: the parsed response has to name the same one', async () => {
    const honest = await saml.answerFrom(uni);
    const other = decodeSamlResponse(await saml.answerFrom(uni));
    const { id } = /InResponseTo="(?<id>[^"]+)"/.exec(other)?.groups ?? {};
    const borrowed = `<!-- InResponseTo="${id ?? ''}" -->${decodeSamlResponse(honest)}`;
    expect(await saml.errorAfter(encodeSamlResponse(borrowed, honest))).toBe('issuer_refused');
    expect(await saml.codeAfter(honest)).not.toBe('');
  });

  it('does not cut an address short at a comment: the whole address is checked', async () => {
    const attributes = { mail: `rector@${uni.domain}<!-- -->.evil.test` };
    expect(await saml.refusalOf(uni, (request) => saml.say(uni, request, { attributes }))).toEqual(
      expectedRefusal('foreign_email'),
    );
  });

  it.each([
    ['an address', emailAddressNameId],
    ['no said kind', unspecifiedNameId],
  ])('does not cut a name ID of %s short at a comment', async (_, nameIdFormat) => {
    const nameId = `rector@${uni.domain}<!-- -->.evil.test`;
    expect(
      await saml.refusalOf(uni, (request) =>
        saml.say(uni, request, { nameIdFormat, nameId, attributes: {} }),
      ),
    ).toEqual(expectedRefusal('foreign_email'));
  });

  it.each<[string, string | undefined]>([
    ['', undefined],
    [' kept by the signature', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'],
  ])('does not cut a name ID short at a comment%s', async (_, transform) => {
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

  it('reads the whole name ID when a comment was inserted after signing', async () => {
    const other = await saml.connect();
    const answer = await saml.answerFrom(other, { nameId: 'person-123' });
    const token = await saml.tokenAfter(
      encodeSamlResponse(
        decodeSamlResponse(answer).replace('>person-123<', '>person-1<!-- -->23<'),
        answer,
      ),
    );
    const body = await bodyOf(saml.profile(token).expect(200));
    const [identity]: { subject: string }[] = await running.source.query(
      `SELECT subject FROM identity.identity WHERE account_id = $1`,
      [(body as { _id: string })._id],
    );
    expect(identity?.subject).toBe('name-id:person-123');
  });
});
