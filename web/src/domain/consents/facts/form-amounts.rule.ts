import type { Money } from '../../../../../contracts/base/fields';
import { currencyDigits } from '../../../../../contracts/money/currency-digits';
import { numberPattern, parseWrittenNumber } from './form-numbers.rule';
import { currencyWords, type FormWords } from './form-words.rule';

export interface StatedAmount {
  /** The amount as it is written in the form. */
  written: string;
  value: number;
  /** The symbol, word or code of the currency. */
  currency: string;
  hourly: boolean;
}

const anyCurrency = (more: readonly string[]) =>
  [...Object.values(currencyWords), ...Object.keys(currencyWords), ...more]
    .sort((a, b) => b.length - a.length)
    .join('|');
const perHour = /^\s*(?:an hour|per hour|each hour|\/ ?h\b|(?:pro|je|die) stunde|in der stunde)/i;
const escaped = (sign: string) => sign.replaceAll(/[$.*+?()[\]{}|\\^]/g, String.raw`\$&`);
const signOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

const isOf = ({ currency }: StatedAmount, code: string) =>
  new RegExp(`^(?:${currencyWords[code] ?? code}|${code}|${escaped(signOf(code))})$`, 'iu').test(
    currency,
  );

/**
 * Finds the amounts of money that may be the reward. It skips sentences about other money, such as
 * costs.
 */
export function findStatedAmounts(
  text: string,
  language: FormWords,
  reward: Money | null,
): StatedAmount[] {
  const own = reward ? [reward.currency, escaped(signOf(reward.currency))] : [];
  const currency = `(?:${anyCurrency(own)})`;
  const amount = new RegExp(
    [
      `(?<![\\p{L}])(?<sign>${currency})\\s?(?<after>${numberPattern})`,
      `(?<before>${numberPattern})(?:,-|,–)?\\s?(?<word>${currency})(?![\\p{L}\\d])`,
    ].join('|'),
    'giu',
  );
  const isOther = new RegExp(language.otherMoney, 'iu');
  return text
    .split(/(?<=[!?])\s+|(?<=\.)\s+(?=\p{Lu})|\n+/u)
    .filter((sentence) => !isOther.test(sentence))
    .flatMap((sentence) =>
      [...sentence.matchAll(amount)].map((found) => {
        const { sign, after, before, word } = found.groups ?? {};
        return {
          written: found[0].trim(),
          value: parseWrittenNumber(after ?? before ?? '', true),
          currency: sign ?? word ?? '',
          hourly: perHour.test(sentence.slice(found.index + found[0].length)),
        };
      }),
    );
}

/** Whether one of the amounts is the reward, or the reward per hour. */
export const containsReward = (
  said: readonly StatedAmount[],
  reward: Money,
  minutes: number,
): boolean =>
  said.some((one) => {
    const units = one.value * 10 ** currencyDigits(reward.currency);
    const whole = one.hourly ? (units * minutes) / 60 : units;
    return isOf(one, reward.currency) && Math.abs(whole - reward.amount) <= (one.hourly ? 1 : 0.01);
  });
