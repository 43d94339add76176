import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { lockActiveAccountRow } from '../../access/accounts/accounts.store';
import { deleteTokensOf } from '../../access/tokens.store';
import { UnitOfWork } from '../../platform/db/unit-of-work';

/** Whether the address has an account, and whether that account had a second factor. */
export type ForgetSecondFactorResult = 'forgotten' | 'had_none' | 'no_account';

export class ForgetSecondFactor extends Command<ForgetSecondFactorResult> {
  /** @param email in lower case, already validated */
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
   * Removes the second factors of an account whose holder has lost the device and the recovery
   * codes; the operator of the server calls it. The account keeps its first factor, and is signed
   * out everywhere, because a stranger may have the device.
   */
  execute({ email }: ForgetSecondFactor): Promise<ForgetSecondFactorResult> {
    return this.unitOfWork.run(async (tx): Promise<ForgetSecondFactorResult> => {
      const accountId = await lockActiveAccountRow(tx, email);
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
