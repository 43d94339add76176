import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { limits } from '../../../contracts/base/limits';
import {
  decideOnManyParticipations,
  listSessionMedianDurations,
  readSessionProgress,
} from '../../../contracts/enrolment/session-insights';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { DecideOnParticipations } from '../decisions/decide-on-many.command';
import { SessionMedianMinutesRead } from './session-medians.read';
import { SessionProgressRead } from './session-progress.read';

@Controller()
export class InsightsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly progress: SessionProgressRead,
    private readonly medians: SessionMedianMinutesRead,
  ) {}

  @Handles(readSessionProgress)
  read({ params }: EndpointInput<typeof readSessionProgress>, @CallerParam() caller: Caller) {
    return this.progress.of(params.id, caller.person.account_id);
  }

  @Handles(listSessionMedianDurations)
  list({ query }: EndpointInput<typeof listSessionMedianDurations>, @CallerParam() caller: Caller) {
    const { limit = limits.pageSize, cursor } = query;
    return this.medians.own(caller.person.account_id, { limit, cursor });
  }

  @Handles(decideOnManyParticipations)
  decide(
    { params, body }: EndpointInput<typeof decideOnManyParticipations>,
    @CallerParam() caller: Caller,
  ) {
    return this.commands.execute(new DecideOnParticipations(params.id, body.decisions, caller));
  }
}
