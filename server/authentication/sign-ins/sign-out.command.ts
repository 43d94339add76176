import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { revokeTokenByHash } from '../../access/tokens.store';
import { sha256 } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';

export class SignOut extends Command<void> {
  /**
   * @param callerId the account of the signed-in caller, if any; then only a token of this account
   * is revoked
   */
  constructor(
    readonly token: string,
    readonly callerId: string | null,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes a token; having the token is enough. Idempotent: for an unknown or revoked token
   * nothing happens.
   */
  async execute({ token, callerId, requestId }: SignOut): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const ended = await revokeTokenByHash(tx, sha256(token), callerId);
        if (!ended) return;
        tx.record('identity.signed-out', { account_id: ended.account_id, token_id: ended.id });
        await tx.audit(
          'sign-in-ended',
          { actor: ended.account_id, subject: ended.account_id, details: { sign_in: ended.id } },
          this.clock.now(),
        );
      },
      { requestId },
    );
  }
}
