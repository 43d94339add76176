import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  changeSamlConnection,
  createSamlConnection,
  decideSamlConnectionChange,
  deleteSamlConnection,
  listSamlConnections,
  testSamlConnection,
  type SamlConnection,
} from '../../../contracts/authentication/saml';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { CallerParam, VisitorParam, type Caller, type Visitor } from '../../access/caller';
import { AddConnection } from './add-connection.command';
import { BeginSignOn } from '../../authentication/saml/begin-sign-on.command';
import { ChangeConnection } from './change-connection.command';
import { DecideConnectionChange } from './decide-trust.command';
import { RemoveConnection } from '../../authentication/saml/connections/remove-connection.command';
import { SamlConnectionRead } from '../../authentication/saml/connections/saml-connection.read';
import { SamlStrategy } from '../../authentication/saml/saml.strategy';

/** Endpoints for single sign-on connections, which only administrators may call. */
@Controller()
export class SamlConnectionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly connections: SamlConnectionRead,
    private readonly strategy: SamlStrategy,
  ) {}

  @Handles(listSamlConnections)
  async list({ query }: EndpointInput<typeof listSamlConnections>) {
    const { entityId, acsUrl } = this.strategy;
    return {
      ...(await this.connections.list(query)),
      service_provider: { entity_id: entityId, acs_url: acsUrl, metadata_url: entityId },
    };
  }

  @Handles(createSamlConnection)
  async create(
    { body }: EndpointInput<typeof createSamlConnection>,
    @CallerParam() caller: Caller,
  ) {
    return this.one(
      await this.commands.execute(
        new AddConnection(body, caller.person.account_id, caller.request_id),
      ),
    );
  }

  @Handles(changeSamlConnection)
  async change(
    { params, body }: EndpointInput<typeof changeSamlConnection>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(
      new ChangeConnection(params.id, body, caller.person.account_id, caller.request_id),
    );
    return this.one(params.id);
  }

  @Handles(decideSamlConnectionChange)
  async decide(
    { params, body }: EndpointInput<typeof decideSamlConnectionChange>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(
      new DecideConnectionChange(params.id, body, caller.person.account_id, caller.request_id),
    );
    return this.one(params.id);
  }

  @Handles(deleteSamlConnection)
  async remove(
    { params }: EndpointInput<typeof deleteSamlConnection>,
    @CallerParam() caller: Caller,
  ): Promise<undefined> {
    await this.commands.execute(
      new RemoveConnection(params.id, caller.person.account_id, caller.request_id),
    );
    return undefined;
  }

  @Handles(testSamlConnection)
  async test(
    { params, query }: EndpointInput<typeof testSamlConnection>,
    @CallerParam() caller: Caller,
    @VisitorParam() { ip }: Visitor,
  ) {
    return {
      redirect_url: await this.commands.execute(
        new BeginSignOn(
          { connectionId: params.id, waiting: query.waiting ?? false },
          false,
          ip,
          caller.request_id,
        ),
      ),
    };
  }

  /**
   * Reads the connection for the response.
   * @throws DomainError not_found if the connection was removed during the request
   */
  private async one(id: string): Promise<SamlConnection> {
    const connection = await this.connections.one(id);
    if (!connection) throw new DomainError('not_found');
    return connection;
  }
}
