import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  changeMember,
  inviteMembers,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from '../../../contracts/teaching/classrooms';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { ChangeMember } from './change-member.command';
import { InvitationsRead } from './invitations.read';
import { InviteMembers } from './invite-members.command';
import { MembersRead } from './members.read';
import { RemoveMember } from './remove-member.command';
import { WithdrawMemberInvitation } from './withdraw-invitation.command';

@Controller()
export class MembersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly members: MembersRead,
    private readonly invitations: InvitationsRead,
  ) {}

  @Handles(listMembers)
  list({ params, query }: EndpointInput<typeof listMembers>, @CallerParam() { person }: Caller) {
    return this.members.page(params.id, person.account_id, query);
  }

  @Handles(changeMember)
  async change(
    { params, body: { member, role } }: EndpointInput<typeof changeMember>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new ChangeMember(params.id, member, role, caller));
    return this.members.one(params.id, member, caller.person.account_id);
  }

  @Handles(removeMember)
  async remove(
    { params: { id, member } }: EndpointInput<typeof removeMember>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new RemoveMember(id, member, caller));
    return replyWithStatus(204);
  }

  @Handles(inviteMembers)
  async invite(
    { params, body }: EndpointInput<typeof inviteMembers>,
    @CallerParam() caller: Caller,
  ) {
    return { invited: await this.commands.execute(new InviteMembers(params.id, body, caller)) };
  }

  @Handles(listInvitations)
  waiting(
    { params, query }: EndpointInput<typeof listInvitations>,
    @CallerParam() { person }: Caller,
  ) {
    return this.invitations.page(params.id, person.account_id, query);
  }

  @Handles(withdrawInvitation)
  async withdraw(
    { params: { id, invitation } }: EndpointInput<typeof withdrawInvitation>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new WithdrawMemberInvitation(id, invitation, caller));
    return replyWithStatus(204);
  }
}
