import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/clock';
import { DomainError } from '../../platform/errors';
import { UnitOfWork } from '../../platform/unit-of-work';
import { asAdministrator } from '../steps/as-administrator';

export class RemoveConnection extends Command<void> {
  constructor(readonly id: string, readonly administratorId: string, readonly requestId: string) {
    super();
  }
}

@CommandHandler(RemoveConnection)
export class RemoveConnectionHandler implements ICommandHandler<RemoveConnection> {
  constructor(private readonly work: UnitOfWork, private readonly clock: Clock) {}

  /** With its domains and whatever is on its way; accounts and what they are linked to stay. @throws DomainError not_found */
  async execute({ id, administratorId, requestId }: RemoveConnection): Promise<void> {
    await this.work.run(async (tx) => {
      await asAdministrator(tx, administratorId);
      const removed = await tx.query(`DELETE FROM identity.saml_connection WHERE id = $1 RETURNING id`, [id]);
      if (removed.length === 0) throw new DomainError('not_found');
      await tx.audit('sso-connection-removed', { actor: administratorId, details: { connection_id: id } }, this.clock.now());
    }, { requestId });
  }
}
