import { authenticationRateLimits } from '../authentication.rate-limits';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { setPassword } from '../../access/accounts/account-changes.store';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import { deleteTokensOf } from '../../access/tokens.store';
import { countFailedSignIn } from '../failed-sign-ins/failed-sign-ins.store';
import { forgetFailedPasswords } from '../failed-sign-ins/failed-sign-in-counters';
import { forgetKnownPlaces } from '../known-places/known-places';
import { deleteChallengesOf } from '../sign-ins/challenges.store';
import { Passwords } from './passwords';

export interface PasswordResetRequest {
  email: string;
  code: string;
  password: string;
}
interface Reset {
  id: string;
  account_id: string;
  code_hash: Buffer;
}

/** Sets a new password by a mailed code. Returns the account. */
export class ResetPassword extends Command<{ account_id: string }> {
  constructor(
    readonly wanted: PasswordResetRequest,
    readonly ip: string,
    readonly requestId: string,
    readonly hasLeft?: () => boolean,
  ) {
    super();
  }
}

@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets a new password by a mailed code. The code works once, within 24 hours, and allows five
   * attempts from each network and a hundred from all networks together. The reset also removes:
   * - all tokens of the account, and all sign-ins that wait for their second factor
   * - all linked identities that may belong to another person
   * - all known places, that is, browsers and networks from which the account holder signed in
   * @throws DomainError invalid_code, whatever the reason; too_many_requests
   */
  async execute({
    wanted: { email, code, password },
    ip,
    requestId,
    hasLeft,
  }: ResetPassword): Promise<{ account_id: string }> {
    const network = clientNetworkOf(ip);
    await this.limit.consume(authenticationRateLimits.resetTry, network);
    // The hash is computed before anything is checked, so that the duration reveals neither a right
    // code nor a known address.
    const passwordHash = await this.passwords.hash(
      { network, account: email, ...(hasLeft && { hasLeft }) },
      password,
    );
    const reset = await this.spendTry(email, code.toUpperCase().replace(/[\s-]/g, ''), ip);
    if (!reset) throw new DomainError('invalid_code');
    await this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        // Locks the account first, in the same order as a request for a code does. If two requests
        // with the right code run at the same time, the second one finds that the code was deleted.
        await lockAccountRow(tx, reset.account_id);
        const [own] = await tx.query(
          `DELETE FROM identity.password_reset WHERE id = $1 RETURNING id`,
          [reset.id],
        );
        if (!own) throw new DomainError('invalid_code');
        await setPassword(tx, reset.account_id, passwordHash, now);
        await deleteChallengesOf(tx, reset.account_id);
        await forgetKnownPlaces(tx, reset.account_id);
        await this.endUnproven(tx, reset.account_id, now);
        const ended = await deleteTokensOf(tx, reset.account_id);
        await tx.audit(
          'password-reset',
          { actor: reset.account_id, subject: reset.account_id, details: { ended } },
          now,
        );
        tx.record('identity.password-reset', { account_id: reset.account_id });
      },
      { requestId },
    );
    await Promise.all([
      forgetFailedPasswords(this.limit, email, network),
      this.limit.refund(authenticationRateLimits.resetTry, network),
    ]);
    return { account_id: reset.account_id };
  }

  /**
   * Unlinks unproven identities: if an identity was used to register this address before the
   * address was verified, it may belong to a stranger. The account now has a password, so its
   * holder can link the identity again.
   */
  private async endUnproven(tx: Transaction, accountId: string, now: Date): Promise<void> {
    const ended = await tx.query<{ provider: string }>(
      `DELETE FROM identity.identity WHERE account_id = $1 AND unproven RETURNING provider`,
      [accountId],
    );
    if (ended.length === 0) return;
    tx.record('identity.identity-unlinked', { account_id: accountId });
    for (const { provider } of ended)
      await tx.audit(
        'identity-unlinked',
        { actor: accountId, subject: accountId, details: { method: provider } },
        now,
      );
  }

  /**
   * Counts an attempt and compares the code in one transaction. So a later failure does not undo
   * the count, and five simultaneous wrong attempts count as five. Attempts are also counted by
   * network, so that wrong attempts of a stranger do not end the code for its owner. A wrong code
   * counts as a failed sign-in even if no account has the address. Otherwise the duration would
   * reveal whether the address has an account.
   */
  private spendTry(email: string, given: string, ip: string): Promise<Reset | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const now = this.clock.now();
      const network = this.secrets
        .mac('reset-try', email, clientNetworkOf(ip))
        .toString('base64url');
      const [reset] = await tx.query<Reset>(
        `UPDATE identity.password_reset r SET tries = r.tries + 1,
           tries_by_network = jsonb_set(r.tries_by_network, ARRAY[$4::text],
             to_jsonb(coalesce((r.tries_by_network ->> $4::text)::int, 0) + 1))
         FROM identity.person a
         WHERE a.email = $1 AND a.status = 'ACTIVE' AND r.account_id = a.id AND r.expires_at > $2 AND r.tries < $3
           AND coalesce((r.tries_by_network ->> $4::text)::int, 0) < $5
         RETURNING r.id, r.account_id, r.code_hash`,
        [
          email,
          now,
          authenticationLimits.resetCodeTriesOfAll,
          network,
          authenticationLimits.resetCodeTries,
        ],
      );
      const isRight = this.secrets.isCode(
        'reset-code',
        given,
        reset?.code_hash ?? Buffer.alloc(32),
      );
      if (isRight && reset) return reset;
      const failed = { accountId: reset?.account_id ?? null, ip };
      await countFailedSignIn(tx, this.secrets, failed, now);
      return undefined;
    });
  }
}
