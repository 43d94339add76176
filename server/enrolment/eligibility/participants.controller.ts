import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { countParticipants } from '../../../contracts/enrolment/participants';
import { CallerParam, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { hasAnyPrivacyPromise, mustBeAllowedToRunStudies } from '../../studies/own-studies';
import { enrolmentRateLimits } from '../enrolment.rate-limits';
import { EligibleCountRead } from './eligible-count.read';
import { filtersFromQuery } from './eligibility-sql.rule';
import { areFiltersTooNarrow } from './noisy-count.rule';

@Controller()
export class ParticipantsController {
  constructor(
    private readonly eligibleCountRead: EligibleCountRead,
    private readonly limit: RateLimit,
    private readonly source: DataSource,
  ) {}

  @Handles(countParticipants)
  async count(
    { query }: EndpointInput<typeof countParticipants>,
    @CallerParam() { person }: Caller,
  ) {
    await this.limit.consume(enrolmentRateLimits.participantCount, person.account_id);
    const filters = filtersFromQuery(query);
    const studies = filters.flatMap((filter) => ('studies' in filter ? filter.studies : []));
    await mustBeAllowedToRunStudies(this.source, studies, person.account_id);
    if (areFiltersTooNarrow(filters) || (await hasAnyPrivacyPromise(this.source, studies)))
      throw new DomainError('filters_too_narrow');
    return this.eligibleCountRead.told(filters);
  }
}
