import { Controller } from '@nestjs/common';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { readEligibilityFits } from '../../contracts/catalogue/eligibility-fits';
import { CallerParam, type Caller } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { EligibleSessionsRead } from './eligible-sessions.read';

@Controller()
export class EligibleSessionsController {
  constructor(private readonly fits: EligibleSessionsRead) {}

  @Handles(readEligibilityFits)
  async read(
    { query }: EndpointInput<typeof readEligibilityFits>,
    @CallerParam() { person }: Caller,
  ) {
    return { items: await this.fits.of(person.account_id, query.session) };
  }
}
