import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  changeInvitation,
  createInvitation,
  listInvitations,
} from '../../../contracts/researchers/researchers';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { ChangeInvitation } from './change-invitation.command';
import { CreateInvitation } from './create-invitation.command';
import { InvitationRead } from './invitation.read';

@Controller()
export class InvitationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly invitations: InvitationRead,
  ) {}

  @Handles(createInvitation)
  async create({ body }: EndpointInput<typeof createInvitation>, @CallerParam() caller: Caller) {
    const terms = {
      createdBy: caller.person.account_id,
      maxUses: body.max_uses ?? null,
      expiresAt: body.expires_at === undefined ? null : new Date(body.expires_at),
      label: body.label || null,
    };
    const { _id, code } = await this.commands.execute(
      new CreateInvitation(terms, caller.request_id),
    );
    return { ...(await this.invitations.byId(_id)), code };
  }

  @Handles(listInvitations)
  list({ query }: EndpointInput<typeof listInvitations>) {
    return this.invitations.list(query);
  }

  @Handles(changeInvitation)
  async change(
    { params, body }: EndpointInput<typeof changeInvitation>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(
      new ChangeInvitation(params.id, body, caller.person.account_id, caller.request_id),
    );
    return this.invitations.byId(params.id);
  }
}
