import { currencyDigits } from '../../../../contracts/money/currency-digits';

/** Whole minor units, never a float (docs/domain.md, 7): 4.5 euros are 450 cents, 450 yen are 450. */
export const toMinorUnits = (value: number, currency: string): number =>
  Math.round(value * 10 ** currencyDigits(currency));

/** The amount in the unit in which a person reads and types it: 450 cents are 4.5 euros. */
export const toMajorUnits = (amount: number, currency: string): number =>
  amount / 10 ** currencyDigits(currency);
