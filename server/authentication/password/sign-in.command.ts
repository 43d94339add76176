import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { canonicalEmail } from '../../../contracts/base/email-address.rule';
import { Email } from '../../../contracts/base/fields';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  lockRowIfPasswordUnchanged,
  signInCandidatesOf,
  type SignInCandidate,
} from '../../access/accounts/accounts.store';
import type { BasicCredentials } from '../../access/caller';
import {
  completeSignIn,
  requireIssuedToken,
  type SignInResult,
  type IssuedToken,
  type FirstFactorDetails,
} from '../complete-sign-in';
import { countFailureAfterRollback } from '../failed-sign-ins/failed-sign-ins.store';
import {
  limitFailedPasswords,
  refuseBlockedSignIn,
} from '../failed-sign-ins/failed-sign-in-counters';
import { KnownPlaces, type ClientIpAndCookie } from '../known-places/known-places';
import { Passwords } from './passwords';

/**
 * The result of comparing the password. `failed`: the account to which the sign-in failed; null if
 * the address has none.
 */
type Outcome = { proven: SignInCandidate } | { failed: string | null };

/**
 * The origin of a sign-in request. `hasLeft`: whether the caller no longer waits for the response.
 */
export type SignInCaller = ClientIpAndCookie & { readonly hasLeft?: () => boolean };

export class SignIn extends Command<IssuedToken> {
  constructor(
    readonly credentials: BasicCredentials,
    readonly way: Omit<FirstFactorDetails, 'method'>,
    readonly asking: SignInCaller,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly places: KnownPlaces,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs in with an email address and a password.
   * @throws DomainError invalid_credentials, too_many_requests, account_disabled,
   * second_factor_required, unavailable
   */
  async execute({ credentials, way, asking, requestId }: SignIn): Promise<IssuedToken> {
    const { ip } = asking;
    const outcome = await this.prove(credentials, asking);
    if ('failed' in outcome) {
      // A failure for an unknown address is counted too, so that it takes as long as one for a
      // known address.
      await this.failed(outcome.failed, ip);
      throw new DomainError('invalid_credentials');
    }
    try {
      return requireIssuedToken(await this.enter(outcome.proven, way, requestId));
    } catch (error) {
      if (error instanceof DomainError && error.code === 'account_disabled')
        await this.failed(outcome.proven.id, ip);
      throw error;
    }
  }

  private enter(
    proven: SignInCandidate,
    way: Omit<FirstFactorDetails, 'method'>,
    requestId: string,
  ): Promise<SignInResult> {
    return this.unitOfWork.run(
      async (tx) => {
        // While the password was compared, the account may have been purged or its password
        // changed. So the hash that was compared must still be the current one.
        const account = await lockRowIfPasswordUnchanged(tx, proven.id, proven.password_hash);
        if (!account) throw new DomainError('invalid_credentials');
        return completeSignIn(
          tx,
          this.secrets,
          account,
          { ...way, method: 'password' },
          this.clock.now(),
        );
      },
      { requestId },
    );
  }

  private failed(accountId: string | null, ip: string): Promise<void> {
    return countFailureAfterRollback(
      this.unitOfWork,
      this.secrets,
      { accountId, ip },
      this.clock.now(),
    );
  }

  /**
   * Compares the password when it is the call's turn in the hashing queue, and counts the attempt
   * only then. So if thirty students behind one network address sign in together, only the two
   * attempts that are being compared count, not the 28 that wait. Calls from a browser that the
   * owner of the address used before wait in a separate lane of the queue.
   */
  private async prove(
    { username, password }: BasicCredentials,
    asking: SignInCaller,
  ): Promise<Outcome> {
    const address = canonicalEmail(username) ?? username.trim().toLowerCase();
    const place = await this.places.recognise(address, asking);
    await refuseBlockedSignIn(this.limit, address, place);
    const waits = {
      network: place.network,
      account: `${address} ${place.knownBrowser ?? ''}`,
      ...(asking.hasLeft && { hasLeft: asking.hasLeft }),
    };
    return this.passwords.inTurn(waits, (matches) =>
      limitFailedPasswords(
        this.limit,
        { address, place },
        async (): Promise<Outcome> => {
          const candidates = await this.candidates(address);
          for (const candidate of candidates)
            if ((await matches(candidate?.password_hash, password)) && candidate)
              return { proven: candidate };
          return { failed: candidates[0]?.id ?? null };
        },
        (outcome) => 'failed' in outcome,
      ),
    );
  }

  /**
   * Finds the accounts whose password may be the given password: the account of the address or, if
   * it has none, the newest three registrations that wait for their verification. If there are no
   * registrations either, returns `[undefined]`. The password is then compared with a random hash,
   * so that the duration is the same.
   */
  private async candidates(address: string): Promise<(SignInCandidate | undefined)[]> {
    const email = Email.safeParse(address);
    if (!email.success) return [undefined];
    const rows = await signInCandidatesOf(this.source, email.data);
    return rows.length > 0 ? rows : [undefined];
  }
}
