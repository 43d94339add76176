import { limits } from '../../contracts/base/limits';
import { currencies } from '../../contracts/money/currencies';
import { parseMinorUnits, type FairPayRates } from '../../contracts/payments/fair-pay.rule';

/**
 * Prolific's lowest and recommended pay per hour (researcher-help.prolific.com, "Prolific's payment
 * principles"), since researchers know these rates best. Prolific states them in two currencies.
 * Other currencies have no default, because minimum wages differ between countries, and twenty
 * countries use the euro.
 */
export const defaultFairPayRates = 'USD:8:12,GBP:6:9';

/**
 * Parses rates such as `EUR:9.60:14.50,USD:8:12`: for each currency, the lowest and the recommended
 * pay per hour, in units of the currency. `none` means no rates.
 * @throws Error that says which part is wrong, and why
 */
export function parseFairPayRates(text: string): FairPayRates[] {
  if (text.trim().toLowerCase() === 'none') return [];
  const rates = text.split(',').map((one) => rateOf(one.trim()));
  const double = rates.find(
    ({ currency }, n) => rates.findIndex((one) => one.currency === currency) < n,
  );
  if (double) throw new Error(`${double.currency} is there twice`);
  return rates;
}

function rateOf(one: string): FairPayRates {
  const [code = '', ...amounts] = one.split(':').map((part) => part.trim());
  const currency = code.toUpperCase();
  if (amounts.length !== 2)
    throw new Error(
      `"${one}" is not a currency, a floor and a recommended rate, such as EUR:9.60:14.50`,
    );
  if (!currencies.has(currency)) throw new Error(`"${code}" is not a currency of ISO 4217`);
  const [floor = 0, recommended = 0] = amounts.map((amount) => {
    const minor = parseMinorUnits(amount, currency);
    if (minor === null || minor > limits.moneyAmount)
      throw new Error(`"${amount}" is not an amount in ${currency}, such as ${example(currency)}`);
    return minor;
  });
  if (floor === 0 || recommended < floor)
    throw new Error(
      `"${one}": the floor is above zero, and the recommended rate at least the floor`,
    );
  return { currency, floor, recommended };
}

const example = (currency: string) => (parseMinorUnits('9.60', currency) === null ? '960' : '9.60');
