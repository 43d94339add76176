import { isAllowedStudyOrigin } from './hosted-runtime';

describe('A host that a study may load from or send to', () => {
  it.each([
    'https://data.example',
    'https://data.example:8443',
    'https://xn--bcher-kva.example',
    'https://a_b.example',
    'https://192.0.2.7',
    'https://[2001:db8::1]',
  ])('accepts %s', (host) => expect(isAllowedStudyOrigin(host)).toBe(true));

  it.each([
    'https://*',
    'https://*.example',
    'https://a.example;report-uri',
    'https://a.example,default-src',
    "https://a'b",
    'https://a..b',
    'https://data.example/',
    'https://Data.example',
    'https://data.example:443',
    'https://999.1.1.1',
    'https://127.0.0.1:8088',
    'https://localhost',
    'https://192.168.0.7',
    'https://[::1]',
    'http://data.example',
    'data:',
    '',
  ])('refuses patterns and other characters with a meaning in a content policy: %s', (host) =>
    expect(isAllowedStudyOrigin(host)).toBe(false),
  );
});
