/** @lane slow: tries two hundred random changes of a SAML response */
import fc from 'fast-check';
import { parseSamlResponse } from '../../../../../server/authentication/saml/unverified-response';
import { SamlError } from '../../../../../server/authentication/saml/saml-error';
import type { AnsweredAuthnRequest } from '../../../../../server/authentication/saml/authn-request';
import { SamlStrategy } from '../../../../../server/authentication/saml/saml.strategy';
import type { RunningApp } from '../../../../support/app/launch-app';
import { sharedApp } from '../../../../support/app/shared-app';
import { decodeSamlResponse, SamlIdp } from '../../../../support/sign-in/saml-idp';

let running: RunningApp;
beforeAll(async () => {
  running = await sharedApp();
});
afterAll(() => running.close());

const now = new Date();
const requestTo = (idp: SamlIdp): AnsweredAuthnRequest => ({
  id: '_0123456789',
  connection_id: '',
  purpose: 'sign-in',
  waiting_since: null,
  relay_state: 'state',
  fresh: false,
  created_at: now,
  expires_at: new Date(now.getTime() + 900_000),
  entity_id: idp.entityId,
  sso_url: idp.ssoUrl,
  certificates: [idp.key.certificate],
});

it('Every changed version of an honest SAML response is either refused or makes the same statement', async () => {
  const strategy = running.app.get(SamlStrategy, { strict: false });
  const idp = new SamlIdp('https://idp.example', { signsResponse: true });
  const request = requestTo(idp);
  const metadata = await strategy.metadata();
  const asked = await idp.asked(await strategy.signOnUrl(request), metadata);
  const honest = decodeSamlResponse(
    await idp.answer(asked, metadata, {
      attributes: { mail: 'ada@idp.example', sn: 'Lovelace' },
    }),
  );
  const verified = async (xml: string) =>
    (await strategy.verify(request, parseSamlResponse(Buffer.from(xml).toString('base64')))).facts;
  const said = await verified(honest);
  expect(said.name_id?.value).toBe('person-1');

  const piece = fc.oneof(
    fc.constantFrom(
      '',
      '<!-- -->',
      '<![CDATA[x]]>',
      '<?x y?>',
      '&#0;',
      '&amp;',
      '&x;',
      '<x/>',
      'x',
      ' ',
      '\r\n',
      ' ID="_1"',
      ' xmlns="urn:x"',
      '<saml:NameID>rector</saml:NameID>',
      '</saml:Assertion>',
      '<constructor/>',
      '<__proto__/>',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
    // Inserts a piece of the document itself at a different place.
    fc
      .tuple(fc.nat(honest.length), fc.nat(4_000))
      .map(([from, length]) => honest.slice(from, from + length)),
  );
  const change = fc.record({
    at: fc.nat(honest.length),
    drops: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(4_000)),
    piece,
  });
  let kept = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(change, async ({ at, drops, piece: inserted }) => {
      const xml = honest.slice(0, at) + inserted + honest.slice(at + drops);
      try {
        expect(await verified(xml)).toEqual(said);
        kept++;
      } catch (error) {
        if (!(error instanceof SamlError)) throw error;
        refused++;
      }
    }),
    {
      numRuns: 200,
      examples: [[{ at: honest.indexOf('person-1') + 3, drops: 0, piece: '<!-- -->' }]],
    },
  );
  // If no change was accepted, or nearly none was refused, the test proved nothing.
  expect(kept).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(100);
});
