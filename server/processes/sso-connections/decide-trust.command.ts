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

/**
 * Approves or stops a change of a connection. Such a change takes effect only after a second
 * administrator approves it. Any administrator may stop it.
 */
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
   * The administrator who approves a change must not have requested it, and must have been an
   * administrator for a day before the request. Otherwise one person could make a second account an
   * administrator, and use it to approve their own request. An approval is valid only for the
   * change that was requested at `asked_at`, since a different change may have been requested
   * meanwhile.
   * @throws DomainError not_found if no change waits, second_administrator_needed, waiting_changed
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
