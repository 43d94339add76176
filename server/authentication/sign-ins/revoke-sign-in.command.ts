import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { revokeToken } from '../../access/tokens.store';
import { DomainError } from '../../platform/errors/errors';
import { UnitOfWork } from '../../platform/db/unit-of-work';

export class RevokeSignIn extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly tokenId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeSignIn)
export class RevokeSignInHandler implements ICommandHandler<RevokeSignIn> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends one sign-in of the caller's account. The recorded event closes its sockets.
   * @throws DomainError not_found
   */
  execute({ accountId, tokenId, requestId }: RevokeSignIn): Promise<void> {
    return this.unitOfWork.run(
      async (tx) => {
        const ended = await revokeToken(tx, { tokenId, accountId });
        if (!ended) throw new DomainError('not_found');
        tx.record('identity.signed-out', { account_id: accountId, token_id: ended.id });
        await tx.audit(
          'sign-in-ended',
          { actor: accountId, subject: accountId, details: { sign_in: ended.id } },
          this.clock.now(),
        );
      },
      { requestId },
    );
  }
}
