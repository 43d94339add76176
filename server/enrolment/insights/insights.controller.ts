import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import { decideOnMany, readSessionProgress } from '../../../contracts/enrolment/session-insights';
import { TheCaller, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { DecideOnMany } from '../decisions/decide-on-many.command';
import { SessionProgressRead } from './session-progress.read';

@Controller()
export class InsightsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly progress: SessionProgressRead,
  ) {}

  @Handles(readSessionProgress)
  read({ params }: Input<typeof readSessionProgress>, @TheCaller() caller: Caller) {
    return this.progress.of(params.id, caller.person.account_id);
  }

  @Handles(decideOnMany)
  decide({ params, body }: Input<typeof decideOnMany>, @TheCaller() caller: Caller) {
    return this.commands.execute(new DecideOnMany(params.id, body.decisions, caller));
  }
}
