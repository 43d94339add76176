import { z } from 'zod';
import { anyone } from '../base/access';
import { endpoint } from '../base/endpoint';

/** What paying participants costs at this installation. */
export const Pricing = z
  .object({
    /**
     * The currencies that researchers can choose, by ISO 4217 code. The first one is preselected.
     */
    currencies: z.array(z.string()).min(1),
    /** What the platform charges on top of each reward, in basis points (hundredths of a percent). */
    fee_basis_points: z.int(),
    /** Whether researchers must have the money in their wallet before they launch a paid session. */
    prepaid: z.boolean(),
    /** The fair hourly rates of this installation in minor units; a currency that is not listed has none. */
    fair_pay: z.array(z.object({ currency: z.string(), floor: z.int(), recommended: z.int() })),
  })
  .meta({ id: 'Pricing' });
export type Pricing = z.output<typeof Pricing>;

export const readPricing = endpoint('GET', '/api/pricing/', {
  summary: 'What paying participants costs at this installation',
  access: anyone,
  replies: { 200: Pricing },
});
