import { Injectable } from '@nestjs/common';
import { OidcProvider } from '../../contracts/identities';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/http/errors';
import { networkOf, RateLimit } from '../platform/security/rate-limit';
import { Secrets } from '../platform/security/secrets';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { countingFailedAttempts, recordingRefusals } from './failed-attempts';
import {
  tokenOf,
  type SignInResult,
  type IssuedToken,
  type SignInProvider,
} from './complete-sign-in';
import { IdTokens } from './oidc/id-tokens';
import {
  resolveExternalIdentity,
  type AccountSteps,
  type NewAccount,
  type ResolvedIdentity,
} from './resolve-external-identity';
import { SsoTokens } from './saml/sso-tokens';
import { rejectReplayedIdToken } from './oidc/id-token-replay';
import { limitUnverifiedEmail } from '../accounts/unverified-email-limit';

/** `token`: the ID token of an OpenID issuer, or the token of `redeem`. */
export interface TokenToSignInWith {
  readonly issuer: string;
  readonly token: string;
  readonly newcomer: NewAccount;
  readonly way: Omit<SignInProvider, 'method' | 'proved_at'>;
  readonly ip: string;
  readonly requestId: string;
}

@Injectable()
export class TokenSignIn {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly idTokens: IdTokens,
    private readonly ssoTokens: SsoTokens,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError unsupported_issuer, issuer_unavailable, invalid_identity_token,
   * identity_proof_needed, identity_unknown, identity_taken, invalid_invitation, account_disabled,
   * second_factor_required, too_many_requests
   */
  async signIn(wanted: TokenToSignInWith, steps: AccountSteps): Promise<IssuedToken> {
    const provider = OidcProvider.safeParse(wanted.issuer).data;
    if (provider === undefined && wanted.issuer !== 'ssoready')
      throw new DomainError('unsupported_issuer');
    const signIn = () =>
      recordingRefusals(
        this.unitOfWork,
        this.clock,
        { method: provider ?? 'ssoready', requestId: wanted.requestId },
        () => this.enter(provider, wanted, steps),
      );
    return tokenOf(await countingFailedAttempts(this.limit, wanted.ip, signIn));
  }

  private async enter(
    provider: OidcProvider | undefined,
    { token, newcomer, way, ip, requestId }: TokenToSignInWith,
    steps: AccountSteps,
  ): Promise<SignInResult> {
    const proven = provider === undefined ? undefined : await this.idTokens.verify(provider, token);
    const enter = (mayMail: boolean) =>
      this.unitOfWork.run(
        async (tx): Promise<ResolvedIdentity> => {
          const now = this.clock.now();
          await tx.query('SAVEPOINT unspent');
          const person = proven
            ? { ...proven.person, proved_at: proven.person.proved_at ?? proven.issued_at }
            : await this.ssoTokens.take(tx, token);
          if (
            !person ||
            (proven && !(await rejectReplayedIdToken(tx, token, proven.expires_at, now)))
          )
            throw new DomainError('invalid_identity_token');
          const recognised = await resolveExternalIdentity(
            tx,
            { secrets: this.secrets, steps, mayMail },
            person,
            newcomer,
            way,
            now,
          );
          // The token stays unused, so that it can be linked after the account holder has signed
          // in. The notification to the account holder is committed.
          if (recognised.kind === 'proof_needed') await tx.query('ROLLBACK TO SAVEPOINT unspent');
          return recognised;
        },
        { requestId },
      );
    const recognised = await (proven
      ? limitUnverifiedEmail(this.limit, networkOf(ip), proven.person, enter)
      : enter(true));
    if (recognised.kind === 'proof_needed') throw new DomainError('identity_proof_needed');
    return recognised.entered;
  }
}
