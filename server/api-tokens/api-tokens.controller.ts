import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { endApiToken, listApiTokens, makeApiToken } from '../../contracts/api-tokens/api-tokens';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { EndApiToken } from './end-api-token.command';
import { MakeApiToken } from './make-api-token.command';
import { OwnApiTokensRead } from './own-api-tokens.read';

@Controller()
export class ApiTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly tokens: OwnApiTokensRead,
  ) {}

  @Handles(listApiTokens)
  async list(_: EndpointInput<typeof listApiTokens>, @CallerParam() { person }: Caller) {
    return { items: await this.tokens.all(person.account_id), next_cursor: null };
  }

  @Handles(makeApiToken)
  async make({ body }: EndpointInput<typeof makeApiToken>, @CallerParam() caller: Caller) {
    const { id, token } = await this.commands.execute(new MakeApiToken(body, caller));
    return { ...(await this.tokens.byId(id, caller.person.account_id)), token };
  }

  @Handles(endApiToken)
  async end(
    { params: { id } }: EndpointInput<typeof endApiToken>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new EndApiToken(id, person.account_id, request_id));
    return replyWithStatus(204);
  }
}
