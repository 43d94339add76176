import type { Config } from '../config';
import { DomainError } from '../platform/errors/errors';

/**
 * Checks that this installation pays in the currency.
 * @throws DomainError wrong_currency if it does not
 */
export function assertCurrencyOffered(
  { currencies }: Pick<Config, 'currencies'>,
  currency: string,
): void {
  if (!currencies.includes(currency)) throw new DomainError('wrong_currency', { currency });
}
