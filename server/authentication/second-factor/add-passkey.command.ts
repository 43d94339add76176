import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { timeOrderedId } from '../../platform/db/ids';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import {
  recordFactorAddition,
  lockRowForFactorChange,
  mustHaveProvenFactor,
  type CurrentSignIn,
} from './factor-changes';
import { WebAuthn } from './web-authn';

export interface AddedPasskey {
  passkey: { _id: string; name: string; created_at: string; last_used_at: null };
  recovery_codes: string[] | null;
}

/**
 * Adds a passkey to the caller's account. `response`: the result of the browser's
 * `credentials.create()`.
 */
export class AddPasskey extends Command<AddedPasskey> {
  constructor(
    readonly own: CurrentSignIn,
    readonly name: string,
    readonly response: unknown,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(AddPasskey)
export class AddPasskeyHandler implements ICommandHandler<AddPasskey> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly webAuthn: WebAuthn,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the passkey. Uses up the challenge of the registration even if the registration fails.
   * @throws DomainError invalid_passkey, too_many_passkeys, recent_sign_in_required
   */
  async execute({ own, name, response, requestId }: AddPasskey): Promise<AddedPasskey> {
    const accountId = own.account_id;
    const challenge = await this.unitOfWork.run((tx) => this.takeChallenge(tx, accountId), {
      requestId,
    });
    const credential =
      challenge === undefined ? undefined : await this.webAuthn.registered(response, challenge);
    if (!credential) throw new DomainError('invalid_passkey');
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        await lockRowForFactorChange(tx, accountId);
        await mustHaveProvenFactor(tx, own);
        const [row] = await tx.query<{ held: number }>(
          `SELECT count(*)::int AS held FROM identity.passkey WHERE account_id = $1`,
          [accountId],
        );
        if ((row?.held ?? 0) >= authenticationLimits.passkeys)
          throw new DomainError('too_many_passkeys', { max: authenticationLimits.passkeys });
        const id = timeOrderedId();
        // A credential that any account already has is refused.
        const [added] = await tx.query(
          `INSERT INTO identity.passkey (id, account_id, credential_id, public_key, counter, transports, name, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
          [
            id,
            accountId,
            credential.credential_id,
            credential.public_key,
            credential.counter,
            credential.transports,
            name,
            now,
          ],
        );
        if (!added) throw new DomainError('invalid_passkey');
        const recovery_codes = await recordFactorAddition(tx, this.secrets, own, 'passkey', now);
        return {
          passkey: { _id: id, name, created_at: now.toISOString(), last_used_at: null },
          recovery_codes,
        };
      },
      { requestId },
    );
  }

  private async takeChallenge(tx: Transaction, accountId: string): Promise<string | undefined> {
    const [begun] = await tx.query<{ challenge: string; expires_at: Date }>(
      `DELETE FROM identity.passkey_registration WHERE account_id = $1 RETURNING challenge, expires_at`,
      [accountId],
    );
    return begun && begun.expires_at > this.clock.now() ? begun.challenge : undefined;
  }
}
