import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { lockActiveAccountOf } from '../../access/accounts/accounts.store';
import { deleteTokensOf } from '../../access/tokens.store';
import { UnitOfWork } from '../../platform/db/unit-of-work';

/** Whether the address has an account, and whether that had a second factor. */
export type Forgotten = 'forgotten' | 'had_none' | 'no_account';

export class ForgetSecondFactor extends Command<Forgotten> {
  /** @param email lower case, checked against the contract */
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(ForgetSecondFactor)
export class ForgetSecondFactorHandler implements ICommandHandler<ForgetSecondFactor> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Called by the operator of the server after an account holder has lost device and recovery codes: the
   * account keeps its first factor and is signed out everywhere, since the device may be in a stranger's
   * hands.
   */
  execute({ email }: ForgetSecondFactor): Promise<Forgotten> {
    return this.unitOfWork.run(async (tx): Promise<Forgotten> => {
      const accountId = await lockActiveAccountOf(tx, email);
      if (accountId === undefined) return 'no_account';
      const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
        `WITH apps AS (DELETE FROM identity.totp WHERE account_id = $1
         RETURNING confirmed_at), keys AS (DELETE FROM identity.passkey WHERE account_id = $1
         RETURNING id),
           codes AS (DELETE FROM identity.recovery_code WHERE account_id = $1), open AS (DELETE
           FROM identity.second_factor_challenge WHERE account_id = $1)
         SELECT ((SELECT count(*) FROM apps WHERE confirmed_at IS NOT NULL) + (SELECT count(*) FROM keys))::int AS count`,
        [accountId],
      );
      if (count === 0) return 'had_none';
      await deleteTokensOf(tx, accountId);
      tx.record('identity.second-factor-changed', { account_id: accountId });
      tx.record('identity.signed-out', { account_id: accountId, token_id: null });
      await tx.audit(
        'second-factor-removed',
        { actor: null, subject: accountId, details: { by: 'operator', factors: count } },
        this.clock.now(),
      );
      return 'forgotten';
    });
  }
}
