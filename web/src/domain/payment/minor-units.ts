import { currencyDigits } from '../../../../contracts/money/currency-digits';

/**
 * Converts an amount to whole minor units, never a float (docs/domain.md, 7): 4.5 euros become 450
 * cents, 450 yen stay 450.
 */
export const toMinorUnits = (value: number, currency: string): number =>
  Math.round(value * 10 ** currencyDigits(currency));

/**
 * Converts minor units to the unit in which a person reads and types an amount: 450 cents become
 * 4.5 euros.
 */
export const toMajorUnits = (amount: number, currency: string): number =>
  amount / 10 ** currencyDigits(currency);
