import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
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
   * For whoever runs the server, after somebody has lost device and recovery codes: the account is
   * left with its first factor, and signed out everywhere, since nobody knows in whose hands the
   * device is.
   */
  execute({ email }: ForgetSecondFactor): Promise<Forgotten> {
    return this.unitOfWork.run(async (tx): Promise<Forgotten> => {
      const [account] = await tx.query<{ id: string }>(
        `SELECT id FROM identity.account WHERE email = $1 AND status = 'ACTIVE' FOR NO KEY UPDATE`,
        [email],
      );
      if (!account) return 'no_account';
      const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
        `WITH apps AS (DELETE FROM identity.totp WHERE account_id = $1
         RETURNING confirmed_at), keys AS (DELETE FROM identity.passkey WHERE account_id = $1
         RETURNING id),
           codes AS (DELETE FROM identity.recovery_code WHERE account_id = $1), open AS (DELETE
           FROM identity.second_factor_challenge WHERE account_id = $1)
         SELECT ((SELECT count(*) FROM apps WHERE confirmed_at IS NOT NULL) + (SELECT count(*) FROM keys))::int AS count`,
        [account.id],
      );
      if (count === 0) return 'had_none';
      await tx.query(`DELETE FROM identity.token WHERE account_id = $1`, [account.id]);
      tx.record('identity.second-factor-changed', { account_id: account.id });
      tx.record('identity.signed-out', { account_id: account.id, token_id: null });
      await tx.audit(
        'second-factor-removed',
        { actor: null, subject: account.id, details: { by: 'operator', factors: count } },
        this.clock.now(),
      );
      return 'forgotten';
    });
  }
}
