import { canonicalEmail, mailtoAddress, needsSmtpUtf8 } from './email-address.rule';
import { Email } from './fields';

describe('an entered email address', () => {
  it.each([
    [' Anna@Uni.Example ', 'anna@uni.example'],
    ['a&b@x.org', 'a&b@x.org'],
    ['a!b@x.org', 'a!b@x.org'],
    ['name/dept@x.org', 'name/dept@x.org'],
    ['a#1@x.org', 'a#1@x.org'],
    ["{}*%'@x.org", "{}*%'@x.org"],
    ['x.@docomo.ne.jp', 'x.@docomo.ne.jp'],
    ['.x..y@docomo.ne.jp', '.x..y@docomo.ne.jp'],
    ['a@möstermann.swiss', 'a@xn--mstermann-07a.swiss'],
    ['a@xn--h1alffa9f.xn--p1ai', 'a@xn--h1alffa9f.xn--p1ai'],
    ['моя@Почта.рф', 'моя@xn--80a1acny.xn--p1ai'],
    ['bu\u0308ro@x.org', 'büro@x.org'],
    ['a@bu\u0308cher.example', 'a@xn--bcher-kva.example'],
    ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['a@x.technology', 'a@x.technology'],
  ])('%s is stored as %s', (given, kept) => {
    expect(canonicalEmail(given)).toBe(kept);
    expect(Email.parse(given)).toBe(kept);
    expect(Email.parse(kept)).toBe(kept);
  });

  const separators = [
    ',',
    ';',
    ':',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    '\\',
    '"',
    ' ',
    '\t',
    '\r',
    '\n',
    '\0',
  ];
  const unseen = [
    '\u00a0',
    '\u200b',
    '\u200d',
    '\u202e',
    '\u2028',
    '\u3000',
    '\ufeff',
    '\ud800',
    '\u00ad',
  ];
  it.each([...separators, ...unseen].map((sign) => [JSON.stringify(sign), sign]))(
    'with %s before the @ or in the domain is invalid',
    (_, sign) => {
      expect(canonicalEmail(`a${sign}b@x.org`)).toBeNull();
      expect(canonicalEmail(`a@x.o${sign}rg`)?.includes(sign) ?? false).toBe(false);
    },
  );

  it.each([
    '',
    'a',
    '@x.org',
    'a@',
    'a@x',
    'a@b@x.org',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@１２７.0.0.1',
    'a@x.org.',
    'a@-x.org',
    'a@x_y.org',
    'a@x.org/y',
    `${'a'.repeat(65)}@x.org`,
    `${'я'.repeat(33)}@x.org`,
    `a@${'x.'.repeat(126)}org`,
  ])('%j is invalid', (given) => expect(Email.safeParse(given).success).toBe(false));

  it('with quotation marks is refused with a separate error code', () => {
    const codes = (given: string) => Email.safeParse(given).error?.issues.map((one) => one.message);
    expect(codes('"a b"@x.org')).toEqual(['quoted_email']);
    expect(codes('a b@x.org')).toEqual(['invalid_email']);
    expect(codes('')).toHaveLength(1);
  });

  it('needs SMTPUTF8 only for non-ASCII characters before the @', () => {
    expect(needsSmtpUtf8('моя@xn--p1ai.example')).toBe(true);
    expect(needsSmtpUtf8('a@xn--p1ai.example')).toBe(false);
  });

  it('is escaped in a mailto link, so that it begins neither a query nor a fragment', () => {
    const url = new URL(mailtoAddress('a?cc=b&x#1%/@x.org'));
    expect([url.search, url.hash, decodeURIComponent(url.pathname)]).toEqual([
      '',
      '',
      'a?cc=b&x#1%/@x.org',
    ]);
  });
});
