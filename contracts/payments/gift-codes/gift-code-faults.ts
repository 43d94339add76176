/**
 * Codes of faults in a file of gift codes that no other field has. Their paths are `lines.<line>.<column>`: the line from
 * 1, the column by its name or, if it has none of the known ones, its number from 1; `lines.<line>` for a whole line.
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
