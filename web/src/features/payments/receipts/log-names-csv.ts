import { unparse } from 'papaparse';
import { currencyDigits } from '../../../../../contracts/money/currency-digits';
import type { DisbursementLogNames } from '../../../../../contracts/payments/receipts/log-names';

const columns = ['tag', 'first_name', 'last_name', 'email', 'amount', 'currency', 'day'] as const;
/**
 * The beginnings of texts that a spreadsheet would read as formulas (OWASP, CSV Injection), also as
 * full-width characters.
 */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * Writes the second sheet of a disbursement log as CSV: the names beside the payments, with amounts
 * in the major unit, such as euros.
 */
export function paymentNamesCsv({ currency, lines }: DisbursementLogNames): string {
  const digits = currencyDigits(currency);
  // The UTF-8 mark (BOM), without which spreadsheets assume a different encoding.
  return `\u{feff}${unparse(
    {
      fields: [...columns],
      data: lines.map(({ participant, first_name, last_name, email, amount, day }) => [
        // The mark # is written before the participant code, as in the list of a session's
        // participants, since a spreadsheet would read 16 digits as a number and round them.
        participant === null ? '' : `#${participant}`,
        first_name ?? '',
        last_name ?? '',
        email ?? '',
        (amount / 10 ** digits).toFixed(digits),
        currency,
        day,
      ]),
    },
    { escapeFormulae: formula, newline: '\r\n' },
  )}\r\n`;
}
