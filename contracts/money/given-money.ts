import { Money } from '../base/fields';
import { currencies } from './currencies';

/**
 * An amount that a user enters; its currency must be one that the installation offers. Stored
 * amounts in currencies that are no longer offered can still be read.
 */
export const EnteredMoney = Money.extend({
  currency: Money.shape.currency.refine((code) => currencies.has(code), {
    error: 'invalid_currency',
  }),
});
