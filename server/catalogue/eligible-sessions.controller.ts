import { Controller } from '@nestjs/common';
import type { Input } from '../../contracts/base/endpoint';
import { readEligibilityFits } from '../../contracts/catalogue/eligibility-fits';
import { TheCaller, type Caller } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { EligibleSessionsRead } from './eligible-sessions.read';

@Controller()
export class EligibleSessionsController {
  constructor(private readonly fits: EligibleSessionsRead) {}

  @Handles(readEligibilityFits)
  async read({ query }: Input<typeof readEligibilityFits>, @TheCaller() { person }: Caller) {
    return { items: await this.fits.of(person.account_id, query.session) };
  }
}
