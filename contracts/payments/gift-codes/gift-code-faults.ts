/**
 * Error codes for files of gift codes; no other field uses them. The path is
 * `lines.<line>.<column>` or, for a whole line, `lines.<line>`. Lines count from 1; a column has
 * its name or, if the name is unknown, its number from 1.
 */
export const giftCodeFaults = [
  'not_csv',
  'unclosed_quotes',
  'column_missing',
  'column_unknown',
  'more_cells',
  'no_gift_codes',
  'too_many_gift_codes',
  'formula',
  'shortened_number',
  'thousands_separator',
  'too_many_decimals',
  'currency_not_offered',
  'gift_code_expired',
  'gift_code_in_stock',
] as const;
export type GiftCodeFault = (typeof giftCodeFaults)[number];
