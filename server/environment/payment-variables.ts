import { z } from 'zod';
import { currencies, defaultCurrencies } from '../../contracts/money/currencies';
import { canonicalIban } from '../../contracts/payments/iban.rule';
import { paymentsLimits } from '../../contracts/payments/limits';
import type { FairPayRates } from '../../contracts/payments/fair-pay.rule';
import { defaultFairPayRates, parseFairPayRates } from './fair-pay.rule';
import {
  parsePayoutThresholds,
  type PayoutThresholds,
} from '../../contracts/payments/threshold.rule';

const thresholds = z.string().transform((given, context) => {
  const found = parsePayoutThresholds(given);
  const isKnown = found && [...found.keys()].every((currency) => currencies.has(currency));
  if (!isKnown)
    context.addIssue({
      code: 'custom',
      message: 'not amounts by currency, such as EUR:600,USD:600',
    });
  return isKnown ? found : z.NEVER;
});

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => v || undefined, schema.optional());

/** The environment variables about paying participants (docs/configuration.md). */
export const paymentVariables = {
  CURRENCIES: z.preprocess(
    (v) => v || undefined,
    z
      .string()
      .default(defaultCurrencies.join(','))
      .transform((v) => [...new Set(v.split(',').map((one) => one.trim().toUpperCase()))])
      .refine((all) => all.every((one) => currencies.has(one)), {
        error: 'not a list of currencies of ISO 4217, such as EUR,USD',
      }),
  ),
  PLATFORM_FEE_BP: z.preprocess(
    (v) => v || undefined,
    z.coerce.number().int().min(0).max(10_000).default(0),
  ),
  FAIR_PAY: z.preprocess(
    (v) => v || undefined,
    z
      .string()
      .default(defaultFairPayRates)
      .transform((given, context) => {
        try {
          return parseFairPayRates(given);
        } catch (error) {
          context.addIssue({ code: 'custom', message: (error as Error).message });
          return z.NEVER;
        }
      }),
  ),
  WALLET_LIMIT: z.preprocess(
    (v) => (v === '' ? undefined : v),
    z.coerce.number().int().min(0).max(paymentsLimits.fundingAmount).optional(),
  ),
  REPORTING_THRESHOLDS: optional(thresholds),
  PAYOUT_DEBTOR_NAME: optional(z.string().trim().min(1).max(paymentsLimits.holder)),
  PAYOUT_DEBTOR_IBAN: optional(
    z.string().transform((given, context) => {
      const iban = canonicalIban(given);
      if (iban === null) context.addIssue({ code: 'custom', message: 'not an IBAN' });
      return iban ?? z.NEVER;
    }),
  ),
  PAYOUT_DEBTOR_BIC: optional(
    z.string().regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, { error: 'not a BIC' }),
  ),
};

interface Given {
  readonly CURRENCIES: readonly string[];
  readonly PLATFORM_FEE_BP: number;
  readonly FAIR_PAY: readonly FairPayRates[];
  readonly WALLET_LIMIT?: number | undefined;
  readonly REPORTING_THRESHOLDS?: PayoutThresholds | undefined;
  readonly PAYOUT_DEBTOR_NAME?: string | undefined;
  readonly PAYOUT_DEBTOR_IBAN?: string | undefined;
  readonly PAYOUT_DEBTOR_BIC?: string | undefined;
}

/**
 * Returns the bank account from which participants are paid; null if none is configured.
 * @throws Error if only a part of it is configured
 */
function debtorOf({ PAYOUT_DEBTOR_NAME: name, PAYOUT_DEBTOR_IBAN: iban, ...given }: Given) {
  const bic = given.PAYOUT_DEBTOR_BIC ?? null;
  if (name === undefined && iban === undefined && bic === null) return null;
  if (name === undefined || iban === undefined)
    throw new Error(
      `PAYOUT_DEBTOR_${name === undefined ? 'NAME' : 'IBAN'}: missing beside the others of its kind`,
    );
  return { name, iban, bic };
}

export const paymentConfig = (env: Given) => ({
  /** The currencies in which rewards may be paid, by their codes in ISO 4217. */
  currencies: env.CURRENCIES,
  /** The platform's fee on each reward, in basis points. */
  platformFeeBp: env.PLATFORM_FEE_BP,
  /** The lowest and the recommended pay per hour, by currency. */
  fairPay: env.FAIR_PAY,
  /**
   * How far a new wallet may fall below zero, in minor units. Undefined means without a limit, for
   * installations whose researchers pay participants from their own funds.
   */
  walletLimit: env.WALLET_LIMIT,
  /**
   * The sum that a person may be paid in a year before administrators must check further payments,
   * in minor units by currency.
   */
  reportingThresholds: env.REPORTING_THRESHOLDS ?? (new Map() as PayoutThresholds),
  /** The bank account from which participants are paid. */
  payoutDebtor: debtorOf(env),
});
