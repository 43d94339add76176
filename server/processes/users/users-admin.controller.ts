import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { changeUser, deleteUser } from '../../../contracts/accounts/user-administration';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { AccountRead } from '../../authentication/account.read';
import { ChangeUser } from './change-user.command';
import { RequestDeletion } from './request-deletion.command';
import { CallerParam, type Caller } from '../../access/caller';

/** The changes that administrators make to another person's account. */
@Controller()
export class UsersAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountRead,
  ) {}

  @Handles(changeUser)
  async change({ params, body }: EndpointInput<typeof changeUser>, @CallerParam() caller: Caller) {
    const id = params.id.toLowerCase();
    await this.commands.execute(
      new ChangeUser(id, body, caller.person.account_id, caller.request_id),
    );
    const user = await this.accounts.user(id);
    if (!user) throw new DomainError('not_found');
    return user;
  }

  @Handles(deleteUser)
  async delete({ params, body }: EndpointInput<typeof deleteUser>, @CallerParam() caller: Caller) {
    const deletionAt = await this.commands.execute(
      new RequestDeletion(
        params.id.toLowerCase(),
        { administratorId: caller.person.account_id, reason: body.reason },
        caller.request_id,
      ),
    );
    return { deletion_at: deletionAt.toISOString() };
  }
}
