import { DOMParser } from '@xmldom/xmldom';
import { claimedRequestId, parseSamlResponse } from './unverified-response';
import { SamlError } from './saml-error';
import { parseXml } from './xml';
import { isWithinXmlBounds, responseXmlBounds, trustedXmlBounds } from './xml-bounds';

const encoded = (xml: string | Buffer) => Buffer.from(xml).toString('base64');
const response = (inside = '', attributes = '') =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0" InResponseTo="_1"` +
  `${attributes}>${inside}</p:Response>`;
const many = (n: number, one: (i: number) => string) => Array.from({ length: n }, (_, i) => one(i));
const faultOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    return error instanceof SamlError ? error.fault : error;
  }
  return undefined;
};

/** Counts how often the parser ran while `read` was executed. */
function parsings(read: () => unknown): number {
  const parser = jest.spyOn(DOMParser.prototype, 'parseFromString');
  try {
    read();
    return parser.mock.calls.length;
  } finally {
    parser.mockRestore();
  }
}

describe('A document designed to keep the parser busy', () => {
  const utf16 = Buffer.from(`\u{feff}${response()}`, 'utf16le');
  it.each<[string, string | Buffer]>([
    [
      'declares a prefix at each of 8,000 levels',
      many(8_000, (i) => `<a xmlns:n${i}="u">`).join('') + '</a>'.repeat(8_000),
    ],
    [
      'declares 201 prefixes side by side',
      response(many(200, (i) => `<a xmlns:n${i}="u"/>`).join('')),
    ],
    [
      'declares 201 prefixes at one element',
      response('', many(200, (i) => ` xmlns:n${i}="u"`).join('')),
    ],
    ['has 5,001 tags', response('<a/>'.repeat(5_000))],
    ['has 5,001 of `<` in a comment', response(`<!--${'<'.repeat(5_000)}-->`)],
    ['has 5,001 of `<` in CDATA', response(`<![CDATA[${'<'.repeat(5_000)}]]>`)],
    ['is 61 deep', response('<a>'.repeat(60) + '</a>'.repeat(60))],
    ['is 61 deep, with text like ends', response('<a>/>'.repeat(60) + '</a>'.repeat(60))],
    [
      'is 61 deep, with ends in comments',
      response('<a><!--</a>-->'.repeat(60) + '</a>'.repeat(60)),
    ],
    ['is 61 deep, with ends in values', response(`<a b="/>">`.repeat(60) + '</a>'.repeat(60))],
    ['never ends its elements', response().replace('</p:Response>', '')],
    ['never ends a comment', response('<!-- ')],
    ['never ends a value', response('<a b="')],
    [
      'has 101 attributes at one element',
      response(`<a${many(101, (i) => ` b${i}=''`).join('')}/>`),
    ],
    ['declares entities', `<!DOCTYPE a [<!ENTITY a "b">]>${response()}`],
    ['has two bytes for each character', utf16],
    ['has no element', 'InResponseTo="_1"'],
  ])('is refused without being parsed: it %s', (_, xml) => {
    let fault: unknown;
    expect(parsings(() => (fault = faultOf(() => parseSamlResponse(encoded(xml)))))).toBe(0);
    expect(['malformed_response', 'document_type']).toContain(fault);
  });

  it.each<[string, string]>([
    ['200 declarations', response(many(199, (i) => `<a xmlns:n${i}="u"/>`).join(''))],
    ['5,000 of `<`', response('<a/>'.repeat(4_998))],
    ['60 levels', response('<a>'.repeat(59) + '</a>'.repeat(59))],
    ['100 attributes', response(`<a${many(100, (i) => ` b${i}='>'`).join('')}/>`)],
    ['comments and CDATA like tags', response('<!-- <a> --><![CDATA[<b>]]><?c <d>?>')],
  ])('is parsed when it just keeps within the bounds: %s', (_, xml) => {
    expect(parsings(() => parseSamlResponse(encoded(xml)))).toBe(1);
  });

  it('may be larger when an administrator uploads it or its signature was verified', () => {
    const xml = response(many(900, (i) => `<a xmlns:n${i}="u"/>`).join(''));
    expect(
      [responseXmlBounds, trustedXmlBounds].map((bounds) => isWithinXmlBounds(xml, bounds)),
    ).toEqual([false, true]);
    expect(parsings(() => parseXml(xml, trustedXmlBounds))).toBe(1);
  });
});

describe('The request that a response claims to answer', () => {
  it('is found without parsing', () => {
    expect(parsings(() => expect(claimedRequestId(encoded(response()))).toBe('_1'))).toBe(0);
    expect(claimedRequestId(encoded(`<broken InResponseTo = '_2'`))).toBe('_2');
  });

  it.each([
    ['unsolicited', '<p:Response/>'],
    ['unsolicited', '<p:Response NotInResponseTo="_1"/>'],
    ['malformed_response', 'a'],
    ['document_type', '<!DOCTYPE a><p:Response/>'],
  ])('is missing, so that the response is refused with the code %s: %s', (fault, xml) => {
    let found: unknown;
    expect(parsings(() => (found = faultOf(() => claimedRequestId(encoded(xml)))))).toBe(0);
    expect(found).toBe(fault);
  });
});
