import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { NewSamlConnection } from '../../../contracts/authentication/saml';
import { mustActAsAdministrator } from '../../access/as-administrator';
import { addConnection } from '../../authentication/saml/connections/add-connection';
import { readProviderMetadata } from '../../authentication/saml/connections/provider-metadata';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { isKnownDomain } from '../../researchers/organizations/known-domain';

/** Adds a SAML connection. Returns its id. */
export class AddConnection extends Command<string> {
  constructor(
    readonly connection: z.output<typeof NewSamlConnection>,
    readonly administratorId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(AddConnection)
export class AddConnectionHandler implements ICommandHandler<AddConnection> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError invalid_metadata, identity_provider_taken, domain_taken, validation_failed
   * for a public mail domain
   */
  execute({
    connection: { metadata_xml, ...rest },
    administratorId,
    requestId,
  }: AddConnection): Promise<string> {
    const provider = readProviderMetadata(metadata_xml, this.clock.now());
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, administratorId);
        return addConnection(
          tx,
          { ...rest, ...provider },
          { administratorId, clock: this.clock, isKnownDomain },
        );
      },
      { requestId },
    );
  }
}
