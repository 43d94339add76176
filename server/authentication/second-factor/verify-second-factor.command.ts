import { authenticationLimits } from '../authentication.limits';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { limits } from '../../../contracts/base/limits';
import { Clock } from '../../platform/concurrency/clock';
import { lockAccount } from '../../access/accounts/accounts.store';
import { DomainError } from '../../platform/http/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Secrets, sha256 } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  issueToken,
  type FactorMethod,
  type IssuedToken,
  type SignInProvider,
} from '../complete-sign-in';
import { recordFailedSignIn } from '../failed-sign-ins/failed-sign-ins.store';
import { FactorCheck, type Proof } from './check-factor';

interface Open {
  id: string;
  account_id: string;
}

/** `challenge` is the token that came with `second_factor_required`. */
export class VerifySecondFactor extends Command<IssuedToken> {
  constructor(
    readonly challenge: string,
    readonly proof: Proof,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

const methodOf = (proof: Proof): FactorMethod =>
  'code' in proof ? 'totp' : 'passkey' in proof ? 'passkey' : 'recovery_code';
const isRefused = (error: unknown): error is DomainError =>
  error instanceof DomainError &&
  ['invalid_code', 'invalid_passkey', 'account_disabled'].includes(error.code);

@CommandHandler(VerifySecondFactor)
export class VerifySecondFactorHandler implements ICommandHandler<VerifySecondFactor> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly factorCheck: FactorCheck,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError invalid_challenge, invalid_code, invalid_passkey, account_disabled,
   * too_many_requests
   */
  async execute({ challenge, proof, ip, requestId }: VerifySecondFactor): Promise<IssuedToken> {
    const [open]: Open[] = await this.source.query(
      `SELECT id, account_id FROM identity.second_factor_challenge WHERE token_hash = $1 AND expires_at > $2 AND tries < $3`,
      [sha256(challenge), this.clock.now(), limits.secondFactorTries],
    );
    if (!open) throw new DomainError('invalid_challenge');
    const method = methodOf(proof);
    // Codes can be guessed, also over many sign-ins by an attacker who knows the password; a
    // passkey's signature cannot.
    if (method !== 'passkey')
      await this.limit.consume(authenticationLimits.secondFactor, open.account_id);
    const passkeyChallenge = await this.spendTry(open.id);
    try {
      const issued = await this.unitOfWork.run(
        async (tx) => {
          const now = this.clock.now();
          const account = await lockAccount(tx, open.account_id);
          if (account?.disabled_at) throw new DomainError('account_disabled');
          // Of two concurrent right proofs, the second finds no challenge.
          const [way] = await tx.query<SignInProvider>(
            `DELETE FROM identity.second_factor_challenge WHERE id = $1 RETURNING method, device, remembered`,
            [open.id],
          );
          if (!way) throw new DomainError('invalid_challenge');
          await this.factorCheck.check(tx, open.account_id, proof, passkeyChallenge, now);
          return issueToken(
            tx,
            this.secrets,
            open.account_id,
            { ...way, second_factor: true },
            now,
          );
        },
        { requestId },
      );
      if (method !== 'passkey')
        await this.limit.forget(authenticationLimits.secondFactor, open.account_id);
      return issued;
    } catch (error) {
      if (isRefused(error))
        await recordFailedSignIn(
          this.unitOfWork,
          this.secrets,
          { accountId: open.account_id, ip },
          this.clock.now(),
        );
      throw error;
    }
  }

  /**
   * Counts one try before any comparison and commits it, so that of twenty concurrent tries only
   * five are compared. The passkey's challenge is used up with it.
   */
  private spendTry(id: string): Promise<string | null> {
    return this.unitOfWork.run(async (tx) => {
      const [open] = await tx.query<{ passkey_challenge: string | null }>(
        `SELECT passkey_challenge FROM identity.second_factor_challenge WHERE id = $1 AND tries < $2 FOR UPDATE`,
        [id, limits.secondFactorTries],
      );
      if (!open) throw new DomainError('invalid_challenge');
      await tx.query(
        `UPDATE identity.second_factor_challenge SET tries = tries + 1, passkey_challenge = NULL WHERE id = $1`,
        [id],
      );
      return open.passkey_challenge;
    });
  }
}
