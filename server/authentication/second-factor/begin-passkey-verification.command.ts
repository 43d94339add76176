import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { sha256 } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { WebAuthn, type KnownPasskey, type WebAuthnOptions } from './web-authn';

export class BeginPasskeyVerification extends Command<WebAuthnOptions> {
  constructor(
    readonly challenge: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(BeginPasskeyVerification)
export class BeginPasskeyVerificationHandler implements ICommandHandler<BeginPasskeyVerification> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly webAuthn: WebAuthn,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the challenge that a passkey of the account must sign. Only the newest challenge is
   * valid.
   * @throws DomainError invalid_challenge, also if the account has no passkeys
   */
  execute({ challenge, requestId }: BeginPasskeyVerification): Promise<WebAuthnOptions> {
    return this.unitOfWork.run(
      async (tx) => {
        const [open] = await tx.query<{ id: string; account_id: string }>(
          `SELECT id, account_id FROM identity.second_factor_challenge WHERE token_hash = $1
           AND expires_at > $2 AND tries < $3 FOR UPDATE`,
          [sha256(challenge), this.clock.now(), authenticationLimits.secondFactorTries],
        );
        const existing = open
          ? await tx.query<KnownPasskey>(
              `SELECT credential_id, transports FROM identity.passkey WHERE account_id = $1`,
              [open.account_id],
            )
          : [];
        if (!open || existing.length === 0) throw new DomainError('invalid_challenge');
        const options = await this.webAuthn.assertionOptions(existing);
        await tx.query(
          `UPDATE identity.second_factor_challenge SET passkey_challenge = $2 WHERE id = $1`,
          [open.id, options.challenge],
        );
        return options;
      },
      { requestId },
    );
  }
}
