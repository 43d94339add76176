import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  readExternalReturns,
  readExternalStudyLink,
  renewExternalSecret,
  returnByCode,
  returnByRedirect,
  returnByServer,
} from '../../contracts/external-returns/external-returns';
import { CallerParam, VisitorParam, type Caller, type Visitor } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { AcceptReturn } from './accept-return.command';
import { ExternalReturnsRead } from './external-returns.read';
import { RenewExternalSecret } from './renew-external-secret.command';

@Controller()
export class ExternalReturnsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reads: ExternalReturnsRead,
  ) {}

  @Handles(returnByRedirect)
  redirect({ body }: EndpointInput<typeof returnByRedirect>, @VisitorParam() visitor: Visitor) {
    const reader = visitor.person?.account_id ?? null;
    return this.commands.execute(
      new AcceptReturn({ way: 'redirect', reader, ...body }, visitor.request_id),
    );
  }

  @Handles(returnByServer)
  server({ body }: EndpointInput<typeof returnByServer>, @VisitorParam() visitor: Visitor) {
    return this.commands.execute(new AcceptReturn({ way: 'server', ...body }, visitor.request_id));
  }

  @Handles(returnByCode)
  code({ params, body }: EndpointInput<typeof returnByCode>, @CallerParam() caller: Caller) {
    const { account_id: accountId } = caller.person;
    return this.commands.execute(
      new AcceptReturn(
        { way: 'code', participation: params.id, accountId, code: body.code },
        caller.request_id,
      ),
    );
  }

  @Handles(readExternalStudyLink)
  own({ params }: EndpointInput<typeof readExternalStudyLink>, @CallerParam() { person }: Caller) {
    return this.reads.own(params.id, person.account_id);
  }

  @Handles(readExternalReturns)
  ofSession(
    { params }: EndpointInput<typeof readExternalReturns>,
    @CallerParam() { person }: Caller,
  ) {
    return this.reads.ofSession(params.id, person);
  }

  @Handles(renewExternalSecret)
  async renew(
    { params }: EndpointInput<typeof renewExternalSecret>,
    @CallerParam() { person }: Caller,
  ) {
    await this.commands.execute(new RenewExternalSecret(params.id, person.account_id));
    return this.reads.ofSession(params.id, person);
  }
}
