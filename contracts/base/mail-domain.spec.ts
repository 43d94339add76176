import { domainToASCII } from 'node:url';
import { asciiDomain, MailDomain } from './mail-domain';

describe('the domain of an email address', () => {
  it.each([
    ['Uni.Example', 'uni.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['Straße.example', 'xn--strae-oqa.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['университет.рф', domainToASCII('университет.рф')],
    [' xn--bcher-kva.example ', 'xn--bcher-kva.example'],
  ])('%s is stored as %s', (given, kept) => {
    expect(MailDomain.parse(given)).toBe(kept);
    expect(MailDomain.parse(kept)).toBe(kept);
  });

  it.each([
    'uni',
    'bücher',
    'bücher.example:80',
    'bücher.example/path',
    'x@bücher.example',
    'bü cher.example',
    'bücher.example?x',
    'b%C3%BCcher.example',
    '127.0.0.1',
    '１２７.0.0.1',
    'bü\uff0fcher.example',
    '-ü-.example.',
    `${'ü'.repeat(300)}.example`,
  ])('%s is invalid', (given) => {
    expect(MailDomain.safeParse(given).success).toBe(false);
  });

  it('is converted to ASCII in lower case', () => {
    expect(asciiDomain('BÜCHER.example')).toBe('xn--bcher-kva.example');
  });
});
