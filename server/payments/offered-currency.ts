import type { Config } from '../config';
import { DomainError } from '../platform/errors/errors';

/** @throws DomainError wrong_currency if this installation does not pay in the currency */
export function assertCurrencyOffered(
  { currencies }: Pick<Config, 'currencies'>,
  currency: string,
): void {
  if (!currencies.includes(currency)) throw new DomainError('wrong_currency', { currency });
}
