import type { RunningApp } from '../../../../support/app/launch-app';
import { sharedApp } from '../../../../support/app/shared-app';
import { decodeSamlResponse, encodeSamlResponse } from '../../../../support/sign-in/saml-idp';
import { samlRequestsOf, type ConnectedProvider, type SamlRequests } from '../saml-people';
import { assertionIn, tamperedResponse, signatureIn } from './forging';

let running: RunningApp;
let saml: SamlRequests;
let uni: ConnectedProvider;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  uni = await saml.connect();
});
afterAll(() => running.close());

describe('[6.8.2] A SAML response is refused', () => {
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
      '[7.6.2] when it answers what nobody asked',
      'unknown_request',
      (xml) => xml.replace(/ InResponseTo="[^"]*"/, ' InResponseTo="_0123"'),
    ],
    [
      'with an encrypted assertion that has nothing in it',
      'malformed_response',
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
    // With these three faults, the server cannot find the trial sign-on to which the response
    // belongs. So no trial shows the reason.
    const known = !['unsolicited', 'unknown_request', 'malformed_response'].includes(fault);
    const [error, tested] = await saml.refusalOf(uni, tamperedResponse(saml, uni, edit));
    expect(error).toBe(
      ['unsolicited', 'unknown_request'].includes(fault) ? 'invalid_flow' : 'issuer_refused',
    );
    if (known) expect(tested).toBe(fault);
  });
});

it('A SAML response to one request cannot be moved to another open request', async () => {
  const [first, second] = [
    await saml.redirectUrl(`a@${uni.domain}`),
    await saml.redirectUrl(`b@${uni.domain}`),
  ];
  const [asked, waiting] = [
    await uni.idp.asked(first, saml.metadata),
    await uni.idp.asked(second, saml.metadata),
  ];
  const answer = await saml.say(uni, asked);
  const [envelope, ...rest] = decodeSamlResponse(answer).split(`InResponseTo="${asked.id}"`);
  const moved = [envelope, rest.join(`InResponseTo="${asked.id}"`)].join(
    `InResponseTo="${waiting.id}"`,
  );
  expect(await saml.errorAfter(encodeSamlResponse(moved, answer))).toBe('issuer_refused');
  expect(await saml.codeAfter(answer)).not.toBe('');
});
