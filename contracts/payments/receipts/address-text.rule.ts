import type { InvoiceAddress } from './invoice-address';

/** Formats an invoice address in one line, with the country's name in the reader's language. */
export function formatInvoiceAddress(
  { name, lines, country }: InvoiceAddress,
  language: string,
): string {
  const countries = new Intl.DisplayNames([language], { type: 'region' });
  return [name, ...lines, countries.of(country) ?? country].join(', ');
}
