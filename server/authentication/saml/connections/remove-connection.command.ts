import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../../platform/concurrency/clock';
import { UnitOfWork } from '../../../platform/db/unit-of-work';
import { mustActAsAdministrator } from '../../../access/as-administrator';
import { fingerprintsOf } from './certificates.rule';
import { revokeConnectionSignIns } from './revoke-connection-sign-ins';
import { lockConnection } from './trust';

export class RemoveConnection extends Command<void> {
  constructor(
    readonly id: string,
    readonly administratorId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveConnection)
export class RemoveConnectionHandler implements ICommandHandler<RemoveConnection> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes a connection with its domains and its pending sign-ons, and revokes the sign-ins made
   * through it. Accounts and their linked identities stay.
   * @throws DomainError not_found
   */
  async execute({ id, administratorId, requestId }: RemoveConnection): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, administratorId);
        const removed = await lockConnection(tx, id);
        await tx.query(`DELETE FROM identity.saml_connection WHERE id = $1`, [id]);
        const now = this.clock.now();
        const ended = await revokeConnectionSignIns(tx, removed.entity_id, now);
        await tx.audit(
          'sso-connection-removed',
          {
            actor: administratorId,
            details: {
              connection_id: id,
              entity_id: removed.entity_id,
              sso_url: removed.sso_url,
              fingerprints: fingerprintsOf(removed.certificates),
              domains: removed.domains.join(' '),
              sign_ins_ended: ended,
            },
          },
          now,
        );
      },
      { requestId },
    );
  }
}
