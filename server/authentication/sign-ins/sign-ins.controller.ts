import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { endSignIn, endSignIns, listSignIns } from '../../../contracts/authentication/sign-ins';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { RevokeSignIn } from './revoke-sign-in.command';
import { RevokeSignIns } from './revoke-sign-ins.command';
import { SignInsRead } from './sign-ins.read';
import { CallerParam, type Caller } from '../../access/caller';

@Controller()
export class SignInsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly signIns: SignInsRead,
  ) {}

  @Handles(listSignIns)
  list({ query }: EndpointInput<typeof listSignIns>, @CallerParam() { person }: Caller) {
    return this.signIns.of(person, query);
  }

  @Handles(endSignIn)
  async end(
    { params }: EndpointInput<typeof endSignIn>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new RevokeSignIn(person.account_id, params.id, request_id));
    return replyWithStatus(204);
  }

  @Handles(endSignIns)
  async endAll(
    { query }: EndpointInput<typeof endSignIns>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    return {
      ended: await this.commands.execute(
        new RevokeSignIns(
          person.account_id,
          query.except_current === true ? person.token_id : null,
          request_id,
        ),
      ),
    };
  }
}
