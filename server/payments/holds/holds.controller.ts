import { Controller, Inject } from '@nestjs/common';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { readPricing, type Pricing } from '../../../contracts/payments/pricing';
import { readSessionCost } from '../../../contracts/payments/session-cost';
import { CallerParam, type Caller } from '../../access/caller';
import { CONFIG, type Config } from '../../config';
import { Handles } from '../../platform/http/handles';
import { SessionCostRead } from './session-cost.read';

@Controller()
export class HoldsController {
  constructor(
    private readonly costs: SessionCostRead,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(readSessionCost)
  cost(
    { params: { id }, query }: EndpointInput<typeof readSessionCost>,
    @CallerParam() { person }: Caller,
  ) {
    return this.costs.of(id, person.account_id, query);
  }

  @Handles(readPricing)
  pricing(): Pricing {
    const { currencies, platformFeeBp, walletLimit, fairPay } = this.config;
    return {
      currencies: [...currencies],
      fee_basis_points: platformFeeBp,
      prepaid: walletLimit !== undefined,
      fair_pay: [...fairPay],
    };
  }
}
