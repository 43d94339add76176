/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { domainToASCII } from 'node:url';
import { readableEmail } from './shown-email';

const domains = [
  'bücher.example',
  'möstermann.swiss',
  'пример.рф',
  '例え.テスト',
  '例子.中国',
  'उदाहरण.भारत',
  '한국.한국',
  'ελλάδα.ελ',
  'ไทย.ไทย',
  'bücher-und-bär.пример.example',
  'faß.example',
  `${'ü'.repeat(40)}.example`,
];

test.each(domains)('the address %s is shown as typed', (domain) => {
  const ascii = domainToASCII(domain);
  expect(ascii).not.toBe('');
  expect(readableEmail(`a.b@${ascii}`)).toBe(`a.b@${domain}`);
});

test('random domains are shown as typed', () => {
  let seed = 31;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let i = 0; i < 300; i++) {
    const label = Array.from({ length: 1 + next(12) }, () =>
      String.fromCodePoint(0x4e00 + next(0x5000)),
    ).join('');
    expect(readableEmail(`x@${domainToASCII(label)}.example`)).toBe(`x@${label}.example`);
  }
});

test('invalid punycode and look-alike mixtures are shown unchanged', () => {
  const mixed = `x@${domainToASCII('pаypal.example')}`;
  for (const email of [
    'x@xn--a.example',
    'x@xn--.example',
    'x@xn--99999999.example',
    mixed,
    'none',
  ])
    expect(readableEmail(email)).toBe(email);
});
