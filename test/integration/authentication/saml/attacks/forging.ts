import {
  decodeSamlResponse,
  encodeSamlResponse,
  type SignOnResponse,
  type SignOnRequest,
} from '../../../../support/sign-in/saml-idp';
import type { ConnectedProvider, SamlRequests } from '../saml-people';

/**
 * Returns what `refusalOf` (saml-people.ts) returns for a refused response: the public error code,
 * and the reason that an administrator's trial sign-on shows.
 */
export const expectedRefusal = (fault: string, code = 'issuer_refused') => [code, fault];

/** Makes a response of the provider, and changes its XML after the provider has signed it. */
export const tamperedResponse =
  (saml: SamlRequests, uni: ConnectedProvider, edit: (xml: string) => string) =>
  async (request: SignOnRequest): Promise<SignOnResponse> => {
    const answer = await saml.say(uni, request);
    const xml = edit(decodeSamlResponse(answer));
    expect(xml).not.toBe(decodeSamlResponse(answer));
    return encodeSamlResponse(xml, answer);
  };

export const assertionIn = (xml: string) =>
  /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';

export const signatureIn = (xml: string) =>
  /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)?.[0] ?? '';

/** Makes the assertion that an attacker sends: it is unsigned, and about another person. */

export const forgedAssertion = (assertion: string, id = '_evil') =>
  assertion
    .replace(/<ds:Signature .*?<\/ds:Signature>/s, '')
    .replace(/ ID="[^"]*"/, ` ID="${id}"`)
    .replace('>person-1<', '>person-666<')
    .replace(/somebody@/g, 'rector@');
