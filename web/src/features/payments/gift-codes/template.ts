import { unparse } from 'papaparse';
import { giftCodeColumns } from '../../../../../contracts/payments/gift-codes/gift-codes';
import { currencyDigits } from '../../../../../contracts/money/currency-digits';

/**
 * Makes a CSV file with the columns of gift codes and one example. Researchers fill in the file
 * with a spreadsheet program.
 * @param brand the brand in the example
 * @param day the expiry date in the example, `YYYY-MM-DD`
 */
export function giftCodeTemplate(brand: string, currency: string, day: string): string {
  const amount = (10).toFixed(currencyDigits(currency));
  const example = [brand, amount, currency, 'ABCD-1234-EFGH', '', day];
  // The UTF-8 mark (BOM), without which spreadsheets assume a different encoding.
  return `\u{feff}${unparse([[...giftCodeColumns], example])}\r\n`;
}

/** Lets the browser save the template, without a request. */
export function saveGiftCodeTemplate(content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'gift-codes.csv';
  link.click();
  URL.revokeObjectURL(url);
}
