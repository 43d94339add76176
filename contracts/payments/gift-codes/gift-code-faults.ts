/**
 * Error codes of a file of gift codes, used by no other field. Their paths are `lines.<line>.<column>`: the line from
 * 1, the column by its name or, if the name is unknown, by its number from 1; `lines.<line>` for a whole line.
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
