import { Money } from '../base/fields';
import { currencies } from './currencies';

/** An amount that is set now: a currency that has been withdrawn since stays readable. */
export const GivenMoney = Money.extend({
  currency: Money.shape.currency.refine((code) => currencies.has(code), {
    error: 'invalid_currency',
  }),
});
