import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { recordTermsAcceptance } from './terms.store';

export class AcceptTerms extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly version: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(AcceptTerms)
export class AcceptTermsHandler implements ICommandHandler<AcceptTerms> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError validation_failed if the terms have no such version */
  execute({ accountId, version, requestId }: AcceptTerms): Promise<void> {
    return this.unitOfWork.run(
      (tx) => recordTermsAcceptance(tx, { accountId, version, field: 'version' }, this.clock.now()),
      { requestId },
    );
  }
}
