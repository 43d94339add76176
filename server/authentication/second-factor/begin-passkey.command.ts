import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { Clock, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockRowForFactorChange, mustHaveProvenFactor, type CurrentSignIn } from './factor-changes';
import { WebAuthn, type KnownPasskey, type WebAuthnOptions } from './web-authn';
import { fullName } from '../../../contracts/base/full-name.rule';

export class BeginPasskeyRegistration extends Command<WebAuthnOptions> {
  constructor(
    readonly own: CurrentSignIn,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(BeginPasskeyRegistration)
export class BeginPasskeyRegistrationHandler implements ICommandHandler<BeginPasskeyRegistration> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly webAuthn: WebAuthn,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins the registration of a passkey, and replaces an earlier one that was not finished.
   * @throws DomainError too_many_passkeys, recent_sign_in_required
   */
  execute({ own, requestId }: BeginPasskeyRegistration): Promise<WebAuthnOptions> {
    const accountId = own.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        const { email, ...names } = await lockRowForFactorChange(tx, accountId);
        await mustHaveProvenFactor(tx, own);
        const existing = await tx.query<KnownPasskey>(
          `SELECT credential_id, transports FROM identity.passkey WHERE account_id = $1`,
          [accountId],
        );
        if (existing.length >= authenticationLimits.passkeys)
          throw new DomainError('too_many_passkeys', { max: authenticationLimits.passkeys });
        const options = await this.webAuthn.registrationOptions(
          { id: accountId, email, name: fullName(names) },
          existing,
        );
        await tx.query(
          `INSERT INTO identity.passkey_registration (account_id, challenge, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET challenge = EXCLUDED.challenge, expires_at = EXCLUDED.expires_at`,
          [
            accountId,
            options.challenge,
            addMilliseconds(this.clock.now(), minutes(authenticationLimits.secondFactorMinutes)),
          ],
        );
        return options;
      },
      { requestId },
    );
  }
}
