import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IdentityProvider } from '../../contracts/authentication/identities';
import { Clock } from '../platform/concurrency/clock';
import { lockAccountRow } from '../access/accounts/accounts.store';
import { revokeTokensByMethod } from '../access/tokens.store';
import { DomainError } from '../platform/errors/errors';
import { UnitOfWork } from '../platform/db/unit-of-work';

export class UnlinkIdentity extends Command<void> {
  /** @param tokenId the token of the caller's sign-in, which stays valid */
  constructor(
    readonly accountId: string,
    readonly tokenId: string,
    readonly provider: IdentityProvider,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(UnlinkIdentity)
export class UnlinkIdentityHandler implements ICommandHandler<UnlinkIdentity> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Unlinks an identity from the caller's account, which must keep a password or another identity.
   * Concurrent requests wait for the lock on the account's row. Other sign-ins with this identity
   * are revoked, including those that wait for their second factor.
   * @throws DomainError not_found, last_way_in
   */
  async execute({ accountId, tokenId, provider, requestId }: UnlinkIdentity): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const account = await lockAccountRow(tx, accountId);
        const linked = await tx.query<{ provider: string }>(
          `SELECT provider FROM identity.identity WHERE account_id = $1`,
          [accountId],
        );
        if (!account || !linked.some((l) => l.provider === provider))
          throw new DomainError('not_found');
        if (!account.has_password && linked.length === 1) throw new DomainError('last_way_in');
        await tx.query(`DELETE FROM identity.identity WHERE account_id = $1 AND provider = $2`, [
          accountId,
          provider,
        ]);
        await tx.query(
          `DELETE FROM identity.second_factor_challenge WHERE account_id = $1 AND method = $2`,
          [accountId, provider],
        );
        const ended = await revokeTokensByMethod(tx, [accountId], provider, tokenId);
        for (const { id } of ended)
          tx.record('identity.signed-out', { account_id: accountId, token_id: id });
        tx.record('identity.identity-unlinked', { account_id: accountId });
        await tx.audit(
          'identity-unlinked',
          {
            actor: accountId,
            subject: accountId,
            details: { method: provider, sign_ins_ended: ended.length },
          },
          this.clock.now(),
        );
      },
      { requestId },
    );
  }
}
