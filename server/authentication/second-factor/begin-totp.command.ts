import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockRowForFactorChange, mustHaveProvenFactor, type CurrentSignIn } from './factor-changes';
import { newTotp, type NewTotp } from './totp';

export class BeginTotp extends Command<NewTotp> {
  constructor(
    readonly own: CurrentSignIn,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(BeginTotp)
export class BeginTotpHandler implements ICommandHandler<BeginTotp> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the secret for an authenticator app. The secret takes effect when the person confirms
   * the first code of the app. Until then, another call replaces the secret.
   * @throws DomainError second_factor_exists, recent_sign_in_required
   */
  execute({ own, requestId }: BeginTotp): Promise<NewTotp> {
    const accountId = own.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        const { email } = await lockRowForFactorChange(tx, accountId);
        await mustHaveProvenFactor(tx, own);
        const totp = newTotp(email);
        const [begun] = await tx.query(
          `INSERT INTO identity.totp AS t (account_id, secret, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE
         SET secret = EXCLUDED.secret, created_at = EXCLUDED.created_at, last_step = NULL
         WHERE t.confirmed_at IS NULL
         RETURNING account_id`,
          [accountId, this.secrets.seal('totp', accountId, totp.secret), this.clock.now()],
        );
        if (!begun) throw new DomainError('second_factor_exists');
        return totp;
      },
      { requestId },
    );
  }
}
