import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { Clock } from '../../platform/concurrency/clock';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Secrets, sha256 } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { issueToken, type IssuedToken, type FirstFactorDetails } from '../complete-sign-in';
import { limitCodeAttempts } from '../failed-sign-ins/failed-sign-in-counters';
import { KnownPlaces, type ClientIpAndCookie } from '../known-places/known-places';
import { countFailureAfterRollback } from '../failed-sign-ins/failed-sign-ins.store';
import { SecondFactorCheck, type SecondFactorProof } from './check-factor';

interface Open {
  id: string;
  account_id: string;
  email: string;
}

/**
 * Proves the second factor of a sign-in. `challenge` is the token that the error
 * `second_factor_required` contained.
 */
export class VerifySecondFactor extends Command<IssuedToken> {
  constructor(
    readonly challenge: string,
    readonly proof: SecondFactorProof,
    readonly origin: ClientIpAndCookie,
    readonly requestId: string,
  ) {
    super();
  }
}

const isRefused = (error: unknown): error is DomainError =>
  error instanceof DomainError &&
  ['invalid_code', 'invalid_passkey', 'account_disabled'].includes(error.code);

@CommandHandler(VerifySecondFactor)
export class VerifySecondFactorHandler implements ICommandHandler<VerifySecondFactor> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly factorCheck: SecondFactorCheck,
    private readonly places: KnownPlaces,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError invalid_challenge, invalid_code, invalid_passkey, account_disabled,
   * too_many_requests
   */
  async execute({ challenge, proof, origin, requestId }: VerifySecondFactor): Promise<IssuedToken> {
    const [open]: Open[] = await this.source.query(
      `SELECT c.id, c.account_id, p.email FROM identity.second_factor_challenge c
       JOIN identity.person p ON p.id = c.account_id
       WHERE c.token_hash = $1 AND c.expires_at > $2 AND c.tries < $3`,
      [sha256(challenge), this.clock.now(), authenticationLimits.secondFactorTries],
    );
    if (!open) throw new DomainError('invalid_challenge');
    // Attempts with codes are counted: an attacker who knows the password could guess a code by
    // signing in again and again. The signature of a passkey cannot be guessed.
    const forget = 'passkey' in proof ? undefined : await this.limitCodes(open, origin);
    const passkeyChallenge = await this.spendTry(open.id);
    try {
      const issued = await this.unitOfWork.run(
        async (tx) => {
          const now = this.clock.now();
          const account = await lockAccountRow(tx, open.account_id);
          if (account?.disabled_at) throw new DomainError('account_disabled');
          // If two right proofs arrive at the same time, the second finds no challenge.
          const [way] = await tx.query<FirstFactorDetails>(
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
      await forget?.();
      return issued;
    } catch (error) {
      if (isRefused(error))
        await countFailureAfterRollback(
          this.unitOfWork,
          this.secrets,
          { accountId: open.account_id, ip: origin.ip },
          this.clock.now(),
        );
      throw error;
    }
  }

  private async limitCodes({ account_id, email }: Open, origin: ClientIpAndCookie) {
    const place = await this.places.recognise(email, origin, 'second factor');
    return limitCodeAttempts(this.limit, account_id, place);
  }

  /**
   * Counts an attempt and commits the count before anything is compared. So an attacker who sends
   * many attempts at the same time gets at most `secondFactorTries` comparisons. The same
   * transaction uses up the challenge of a passkey.
   */
  private spendTry(id: string): Promise<string | null> {
    return this.unitOfWork.run(async (tx) => {
      const [open] = await tx.query<{ passkey_challenge: string | null }>(
        `SELECT passkey_challenge FROM identity.second_factor_challenge WHERE id = $1 AND tries < $2 FOR UPDATE`,
        [id, authenticationLimits.secondFactorTries],
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
