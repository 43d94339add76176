import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteApiToken } from '../access/api-tokens/api-tokens.store';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';

export class EndApiToken extends Command<void> {
  constructor(
    readonly tokenId: string,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(EndApiToken)
export class EndApiTokenHandler implements ICommandHandler<EndApiToken> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found if the caller has no such token, even if another researcher has
   * it
   */
  async execute({ tokenId, accountId, requestId }: EndApiToken): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        if (!(await deleteApiToken(tx, tokenId, accountId))) throw new DomainError('not_found');
        await tx.audit(
          'api-token-ended',
          { actor: accountId, details: { api_token_id: tokenId } },
          this.clock.now(),
        );
      },
      { requestId },
    );
  }
}
