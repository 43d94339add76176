import { enrolmentLimits } from '../enrolment.limits';
import { Controller } from '@nestjs/common';
import type { Input } from '../../../contracts/base/endpoint';
import { countParticipants } from '../../../contracts/participants';
import { TheCaller, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { EligibleCountRead } from './eligible-count.read';
import { filtersOf, reportedCount } from './eligibility-sql.rule';

@Controller()
export class ParticipantsController {
  constructor(
    private readonly eligibleCountRead: EligibleCountRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(countParticipants)
  async count({ query }: Input<typeof countParticipants>, @TheCaller() caller: Caller) {
    await this.limit.consume(enrolmentLimits.participantCount, caller.person.account_id);
    return reportedCount(await this.eligibleCountRead.count(filtersOf(query)));
  }
}
