import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  describeStudyVariables,
  listStudyVariables,
} from '../../../contracts/research-data/study-variables';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { RateLimit } from '../../platform/security/rate-limit';
import { StudyGate } from '../../studies/people/study-gate';
import { DescribeVariables } from '../../studies/variables/describe-variables.command';
import { hasNoDescription } from '../../studies/variables/variables.rule';
import { researchDataRateLimits } from '../research-data.rate-limits';
import { mustHaveDataPermission } from '../research-data.policy';
import { KnownVariablesRead } from './known-variables.read';

@Controller()
export class StudyVariablesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly gate: StudyGate,
    private readonly variables: KnownVariablesRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(listStudyVariables)
  async list({ params }: EndpointInput<typeof listStudyVariables>, @CallerParam() caller: Caller) {
    const { person, language } = caller;
    const seesNames = await mustHaveDataPermission(this.gate, 'read_data', params.id, person);
    await this.limit.consume(researchDataRateLimits.variables, person.account_id);
    return this.variables.ofStudy(params.id, {
      accountId: person.account_id,
      seesNames,
      language,
    });
  }

  @Handles(describeStudyVariables)
  async describe(
    { params, body }: EndpointInput<typeof describeStudyVariables>,
    @CallerParam() caller: Caller,
  ) {
    await mustHaveDataPermission(this.gate, 'run', params.id, caller.person);
    await this.limit.consume(researchDataRateLimits.describe, caller.person.account_id);
    const said = await this.commands.execute(
      new DescribeVariables(params.id, body.variables, caller),
    );
    const now = new Map(said.map((one) => [one.name, one]));
    const emptied = body.variables.filter((one) => hasNoDescription(one));
    return {
      items: [...now.values(), ...emptied.map((one) => ({ ...one, version: null }))],
    };
  }
}
