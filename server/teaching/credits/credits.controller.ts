import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { moveCredit, readOwnCredits } from '../../../contracts/teaching/credits';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { MoveCredit } from './move-credit.command';
import { OwnCreditsRead } from './own-credits.read';

@Controller()
export class CreditsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly own: OwnCreditsRead,
  ) {}

  @Handles(readOwnCredits)
  read(_: EndpointInput<typeof readOwnCredits>, @CallerParam() { person }: Caller) {
    return this.own.of(person.account_id);
  }

  @Handles(moveCredit)
  async move(
    { params: { id }, body }: EndpointInput<typeof moveCredit>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new MoveCredit(id, body.course_id, caller));
    return this.own.byId(id, caller.person.account_id);
  }
}
