import { z } from 'zod';
import { currencies, offeredByDefault } from '../../contracts/money/currencies';
import { paymentsLimits } from '../../contracts/payments/limits';

/** What paying participants costs here (docs/configuration.md). */
export const paymentVariables = {
  CURRENCIES: z.preprocess(
    (v) => v || undefined,
    z
      .string()
      .default(offeredByDefault.join(','))
      .transform((v) => [...new Set(v.split(',').map((one) => one.trim().toUpperCase()))])
      .refine((all) => all.every((one) => currencies.has(one)), {
        error: 'not a list of currencies of ISO 4217, such as EUR,USD',
      }),
  ),
  PLATFORM_FEE_BP: z.preprocess(
    (v) => v || undefined,
    z.coerce.number().int().min(0).max(10_000).default(0),
  ),
  WALLET_LIMIT: z.preprocess(
    (v) => (v === '' ? undefined : v),
    z.coerce.number().int().min(0).max(paymentsLimits.fundingAmount).optional(),
  ),
};

interface Given {
  readonly CURRENCIES: readonly string[];
  readonly PLATFORM_FEE_BP: number;
  readonly WALLET_LIMIT?: number | undefined;
}

export const paymentConfig = (env: Given) => ({
  /** The currencies in which rewards are paid here, ISO 4217. */
  currencies: env.CURRENCIES,
  /** What the platform charges on top of each reward, in basis points. */
  platformFeeBp: env.PLATFORM_FEE_BP,
  /**
   * How far a new wallet may fall below zero, in minor units; undefined for any amount: researchers pay from a purse
   * of their own.
   */
  walletLimit: env.WALLET_LIMIT,
});
