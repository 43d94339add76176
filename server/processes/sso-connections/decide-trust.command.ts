import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { decideSamlConnectionChange } from '../../../contracts/authentication/saml';
import { mustActAsAdministrator } from '../../access/as-administrator';
import {
  discardPendingChange,
  isSamePendingChange,
  lockConnection,
  putChangeInForce,
} from '../../authentication/saml/connections/trust';
import { becameAdministratorSince } from '../../audit/became-administrator';
import { Clock, days, addMilliseconds } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/** A second administrator's decision on a waiting change, or any administrator's decision to stop it. */
export class DecideConnectionChange extends Command<void> {
  constructor(
    readonly connectionId: string,
    readonly decision: EndpointInput<typeof decideSamlConnectionChange>['body'],
    readonly administratorId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(DecideConnectionChange)
export class DecideConnectionChangeHandler implements ICommandHandler<DecideConnectionChange> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The approving administrator must be another one than the requesting one, and must have had the role for a day
   * before the request: otherwise one person could create an account for the second approval. The approval is for the
   * change requested at `asked_at`: the first administrator may have requested another one meanwhile.
   * @throws DomainError not_found where nothing waits, second_administrator_needed, waiting_changed
   */
  execute({
    connectionId,
    decision,
    administratorId,
    requestId,
  }: DecideConnectionChange): Promise<void> {
    return this.unitOfWork.run(
      async (tx) => {
        await mustActAsAdministrator(tx, administratorId);
        const connection = await lockConnection(tx, connectionId);
        const now = this.clock.now();
        const { waiting_since, waiting_by } = connection;
        if (waiting_since === null) throw new DomainError('not_found');
        if (decision.action === 'withdraw')
          return discardPendingChange(tx, connection, administratorId, now);
        if (
          waiting_by === administratorId ||
          (await becameAdministratorSince(
            tx,
            administratorId,
            addMilliseconds(waiting_since, -days(1)),
          ))
        )
          throw new DomainError('second_administrator_needed');
        if (!isSamePendingChange(connection, decision.asked_at))
          throw new DomainError('waiting_changed');
        return putChangeInForce(tx, connection, { by: 'administrator', administratorId }, now);
      },
      { requestId },
    );
  }
}
