import { Controller } from '@nestjs/common';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { readStudyTiming } from '../../../contracts/research-data/study-timing';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { StudyGate } from '../../studies/people/study-gate';
import { researchDataRateLimits } from '../research-data.rate-limits';
import { mustHaveDataPermission } from '../research-data.policy';
import { StudyTimingRead } from './study-timing.read';

@Controller()
export class StudyTimingController {
  constructor(
    private readonly gate: StudyGate,
    private readonly timing: StudyTimingRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(readStudyTiming)
  async read({ params }: EndpointInput<typeof readStudyTiming>, @CallerParam() { person }: Caller) {
    const seesNames = await mustHaveDataPermission(this.gate, 'read_data', params.id, person);
    await this.limit.consume(researchDataRateLimits.timing, person.account_id);
    return { sessions: await this.timing.ofStudy(params.id, seesNames) };
  }
}
