import type { Money } from '../base/fields';
import { currencyDigits } from '../money/currency-digits';

/*
 * Computes the hourly rate of a reward, and whether it is fair. Server and browser use the same
 * code, so that all pages show the same figure. All amounts are in minor units of one currency.
 */

/**
 * The hourly rates that the operator considers fair in one currency, in its minor units; the
 * setting is `FAIR_PAY`.
 */
export interface FairPayRates {
  readonly currency: string;
  /** The lowest fair rate: researchers who pay less get a warning. */
  readonly floor: number;
  /** The rate that the operator recommends; it is not below `floor`. */
  readonly recommended: number;
}

/**
 * The duration on which an hourly rate is based: the `median` of the participants, or the one `stated` by the study.
 */
export type HourlyPayBasis = 'median' | 'stated';
export interface HourlyPay {
  readonly rate: Money;
  readonly by: HourlyPayBasis;
  readonly minutes: number;
}

/**
 * Converts minutes to seconds. All durations are multiples of a second or of a tenth of a minute
 * (`roundedMinutes`). So the seconds are integers, and the rounding only removes the inaccuracy of
 * floating-point numbers.
 */
const secondsOf = (minutes: number): number => Math.round(minutes * 60);

/**
 * Converts a reward to a rate per hour, rounded half up.
 * @returns null for a duration of 0
 */
export function hourlyRate({ amount, currency }: Money, minutes: number): Money | null {
  const seconds = secondsOf(minutes);
  if (!(seconds > 0)) return null;
  return { amount: Math.floor((amount * 7_200 + seconds) / (2 * seconds)), currency };
}

/**
 * Returns the pay per hour, based on the median duration if there is one, else on the stated one.
 * @param stated minutes
 * @param median minutes; null below five people, and where they are not plausible
 * @returns null where there is no reward
 */
export function hourlyPay(
  reward: Money | null,
  stated: number,
  median: number | null,
): HourlyPay | null {
  if (reward === null || reward.amount === 0) return null;
  const [by, minutes] =
    median === null ? (['stated', stated] as const) : (['median', median] as const);
  const rate = hourlyRate(reward, minutes);
  return rate && { rate, by, minutes };
}

export type PayJudgement = 'below_floor' | 'below_recommended' | 'fair';

export const fairPayRatesOf = (
  rates: readonly FairPayRates[] | undefined,
  currency: string,
): FairPayRates | undefined => rates?.find((one) => one.currency === currency);

/**
 * Judges the hourly rate as it is displayed (rounded), so that no page says that €9.60 is below
 * €9.60.
 * @returns null for a currency for which the operator sets no rate
 */
export function judgePay(
  { amount, currency }: Money,
  rates: readonly FairPayRates[] | undefined,
): PayJudgement | null {
  const fair = fairPayRatesOf(rates, currency);
  if (!fair) return null;
  if (amount < fair.floor) return 'below_floor';
  return amount < fair.recommended ? 'below_recommended' : 'fair';
}

/** Returns the lowest reward whose exact hourly rate reaches `ratePerHour`, in minor units. */
export const minRewardForRate = (ratePerHour: number, minutes: number): number =>
  Math.ceil((ratePerHour * secondsOf(minutes)) / 3_600);

const decimal = /^(\d{1,9})(?:\.(\d{1,3}))?$/;

/**
 * Parses an amount.
 * @returns minor units; null for a text that is not an amount of the currency: `9.605` euros, `9.60` yen
 */
export function parseMinorUnits(text: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const [, units, part = ''] = decimal.exec(text) ?? [];
  if (units === undefined || part.length > digits) return null;
  return Number(units) * 10 ** digits + Number(part.padEnd(digits, '0'));
}
