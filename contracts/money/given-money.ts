import { Money } from '../base/fields';
import { currencies } from './currencies';

/** An amount entered now, in an offered currency; stored amounts in withdrawn currencies stay readable. */
export const GivenMoney = Money.extend({
  currency: Money.shape.currency.refine((code) => currencies.has(code), {
    error: 'invalid_currency',
  }),
});
