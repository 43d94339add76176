import { readSamlResponseParts, parseSamlResponse } from './unverified-response';
import { SamlError } from './saml-error';

const response = (inside = '', attributes = ' InResponseTo="_1"') =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ` +
  `xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r" Version="2.0"${attributes}>${inside}</p:Response>`;
const encoded = (xml: string) => Buffer.from(xml).toString('base64');
const faultOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    return error instanceof SamlError ? error.fault : error;
  }
  return undefined;
};
const success =
  '<p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>';

describe('An unverified response', () => {
  it('names the request that it answers', () => {
    expect(parseSamlResponse(encoded(response())).in_response_to).toBe('_1');
    expect(parseSamlResponse(encoded(response()).replace(/.{20}/g, '$&\r\n')).in_response_to).toBe(
      '_1',
    );
  });

  it.each<[string, string, string]>([
    ['document_type', 'a document type', `<!DOCTYPE a>${response()}`],
    ['document_type', 'a document type in other letters', `<! doctype a>${response()}`],
    ['document_type', 'an entity', `<!ENTITY a "b">${response()}`],
    ['malformed_response', 'text after its end', `${response()}<x/>`],
    ['malformed_response', 'an attribute twice', response().replace('ID="_r"', 'ID="_r" ID="_s"')],
    ['malformed_response', 'an unknown entity', response('&x;')],
    ['malformed_response', 'a NUL by its number', response('&#0;')],
    ['malformed_response', 'half a character by its number', response('&#xD800;')],
    ['malformed_response', 'a control character', response('\u0001')],
    ['malformed_response', 'another root', '<x/>'],
    ['unsolicited', 'no request', response('', '')],
  ])('is refused as %s with %s', (fault, _, xml) => {
    expect(faultOf(() => parseSamlResponse(encoded(xml)))).toBe(fault);
  });

  it.each(['', '%', 'YQ', '=', 'a b <'])('is refused when it is encoded as %j', (text) => {
    expect(faultOf(() => parseSamlResponse(text))).toBe('malformed_response');
  });

  it.each<[string, string]>([
    ['malformed_response', ''],
    ['malformed_response', `${success}${success}`],
    ['no_assertion', success],
    ['unsigned_assertion', `${success}<a:Assertion ID="_a"/>`],
    ['ambiguous_response', `${success}<a:Assertion ID="_r"/>`],
    ['ambiguous_response', `${success}<a:Assertion ID="_a"/><x id="_a"/>`],
    ['ambiguous_response', `${success}<x><a:Assertion ID="_a"/></x>`],
    ['ambiguous_response', `${success}<Assertion ID="_a"/>`],
    ['ambiguous_response', `${success}<a:Assertion ID="_a"><x><Signature/></x></a:Assertion>`],
    ['malformed_response', success + '<x>'.repeat(70) + '</x>'.repeat(70)],
  ])('is refused as %s in a shape that allows two readings', (fault, inside) => {
    expect(faultOf(() => readSamlResponseParts(parseSamlResponse(encoded(response(inside)))))).toBe(
      fault,
    );
  });
});
