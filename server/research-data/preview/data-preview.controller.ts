import { Controller } from '@nestjs/common';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { previewStudyData } from '../../../contracts/research-data/study-data-preview';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { StudyGate } from '../../studies/people/study-gate';
import { researchDataRateLimits } from '../research-data.rate-limits';
import { mustHaveDataPermission } from '../research-data.policy';
import { DataPreviewRead } from './data-preview.read';

@Controller()
export class DataPreviewController {
  constructor(
    private readonly gate: StudyGate,
    private readonly preview: DataPreviewRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(previewStudyData)
  async show({ params }: EndpointInput<typeof previewStudyData>, @CallerParam() caller: Caller) {
    const { person, language } = caller;
    const seesNames = await mustHaveDataPermission(this.gate, 'read_data', params.id, person);
    await this.limit.consume(researchDataRateLimits.preview, person.account_id);
    return this.preview.ofStudy(params.id, {
      accountId: person.account_id,
      seesNames,
      language,
    });
  }
}
