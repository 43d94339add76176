import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { NewSamlConnection } from '../../../../contracts/saml';
import { Clock } from '../../../platform/concurrency/clock';
import { DomainError } from '../../../platform/http/errors';
import { timeOrderedId } from '../../../platform/db/ids';
import { UnitOfWork } from '../../../platform/db/unit-of-work';
import { asAdministrator } from '../../../access/as-administrator';
import { claimDomains } from './claim-domains';
import { readProviderMetadata } from './provider-metadata';

/** Answers with the id of the connection. */
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
    connection: { organization, domains, metadata_xml, enabled },
    administratorId,
    requestId,
  }: AddConnection): Promise<string> {
    const { entity_id, sso_url, certificates } = readProviderMetadata(
      metadata_xml,
      this.clock.now(),
    );
    return this.unitOfWork.run(
      async (tx) => {
        await asAdministrator(tx, administratorId);
        const now = this.clock.now();
        const id = timeOrderedId();
        const added = await tx.query(
          `INSERT INTO identity.saml_connection (id, organization, entity_id, sso_url, certificates, enabled, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (entity_id) DO NOTHING RETURNING id`,
          [id, organization, entity_id, sso_url, certificates, enabled, now],
        );
        if (added.length === 0) throw new DomainError('identity_provider_taken');
        await claimDomains(tx, id, domains);
        await tx.audit(
          'sso-connection-added',
          {
            actor: administratorId,
            details: {
              connection_id: id,
              enabled,
              domains: domains.length,
              certificates: certificates.length,
            },
          },
          now,
        );
        return id;
      },
      { requestId },
    );
  }
}
