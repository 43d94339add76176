import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  recordFactorAddition,
  lockRowForFactorChange,
  mustHaveProvenFactor,
  type CurrentSignIn,
} from './factor-changes';
import { totpStepOf } from './totp';

/** Confirms an authenticator app. Returns recovery codes, if the account had none. */
export class ConfirmTotp extends Command<string[] | null> {
  constructor(
    readonly own: CurrentSignIn,
    readonly code: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ConfirmTotp)
export class ConfirmTotpHandler implements ICommandHandler<ConfirmTotp> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Confirms the authenticator app. From now on, every sign-in to the account requires a second
   * factor.
   * @throws DomainError invalid_code, second_factor_exists, recent_sign_in_required
   */
  execute({ own, code, requestId }: ConfirmTotp): Promise<string[] | null> {
    const accountId = own.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        await lockRowForFactorChange(tx, accountId);
        await mustHaveProvenFactor(tx, own);
        const [totp] = await tx.query<{ secret: Buffer; confirmed_at: Date | null }>(
          `SELECT secret, confirmed_at FROM identity.totp WHERE account_id = $1`,
          [accountId],
        );
        if (totp?.confirmed_at) throw new DomainError('second_factor_exists');
        const step =
          totp && totpStepOf(this.secrets.open('totp', accountId, totp.secret), code, now, null);
        if (step === undefined) throw new DomainError('invalid_code');
        await tx.query(
          `UPDATE identity.totp SET confirmed_at = $2, last_step = $3 WHERE account_id = $1`,
          [accountId, now, String(step)],
        );
        return recordFactorAddition(tx, this.secrets, own, 'totp', now);
      },
      { requestId },
    );
  }
}
