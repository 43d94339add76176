import { formatInvoiceAddress } from './address-text.rule';

const address = { name: 'Lab of Words', lines: ['1 Long Street', '50667 Köln'], country: 'DE' };

it.each([
  ['en', 'Lab of Words, 1 Long Street, 50667 Köln, Germany'],
  ['de', 'Lab of Words, 1 Long Street, 50667 Köln, Deutschland'],
])('an address in %s names the country in that language', (language, text) =>
  expect(formatInvoiceAddress(address, language)).toBe(text),
);
