import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { SamlConnectionChange } from '../../../contracts/authentication/saml';
import { mustActAsAdministrator } from '../../access/as-administrator';
import { changeConnection } from '../../authentication/saml/connections/change-connection';
import { readProviderMetadata } from '../../authentication/saml/connections/provider-metadata';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { isKnownDomain } from '../../researchers/organizations/known-domain';

export class ChangeConnection extends Command<void> {
  constructor(
    readonly id: string,
    readonly change: z.output<typeof SamlConnectionChange>,
    readonly administratorId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeConnection)
export class ChangeConnectionHandler implements ICommandHandler<ChangeConnection> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found, invalid_metadata, identity_provider_taken, domain_taken,
   * validation_failed for a public mail domain
   */
  async execute({ id, change, administratorId, requestId }: ChangeConnection): Promise<void> {
    const { metadata_xml, ...rest } = change;
    const provider =
      metadata_xml === undefined ? undefined : readProviderMetadata(metadata_xml, this.clock.now());
    await this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, administratorId);
        await changeConnection(
          tx,
          id,
          { ...rest, provider },
          { administratorId, clock: this.clock, isKnownDomain },
        );
      },
      { requestId },
    );
  }
}
