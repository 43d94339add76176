import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OidcProvider } from '../../../contracts/authentication/identities';
import { limitUnverifiedEmailSignIns } from '../../accounts/unverified-email-limit';
import {
  requireIssuedToken,
  type IssuedToken,
  type FirstFactorDetails,
  type SignInResult,
} from '../../authentication/complete-sign-in';
import {
  countRefusedProviderSignIn,
  limitFailedProviderSignIns,
} from '../../authentication/failed-sign-ins/failed-sign-in-counters';
import { rejectReplayedIdToken } from '../../authentication/oidc/id-token-replay';
import { IdTokens } from '../../authentication/oidc/id-tokens';
import {
  resolveExternalIdentity,
  type NewAccount,
  type ResolvedIdentity,
} from '../../authentication/resolve-external-identity';
import { SsoTokens } from '../../authentication/saml/sso-tokens';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { externalSignInSteps } from '../registration/external-sign-in-steps';

export class SignInWithToken extends Command<IssuedToken> {
  /** @param token the ID token of an OpenID issuer, or the single-use token of a single sign-on */
  constructor(
    readonly issuer: string,
    readonly token: string,
    readonly newcomer: NewAccount,
    readonly way: Omit<FirstFactorDetails, 'method' | 'proved_at'>,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

/**
 * Signs a person in by the token of an identity provider. If the identity belongs to no account
 * yet, registers the person.
 */
@CommandHandler(SignInWithToken)
export class SignInWithTokenHandler implements ICommandHandler<SignInWithToken> {
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
  async execute(wanted: SignInWithToken): Promise<IssuedToken> {
    const provider = OidcProvider.safeParse(wanted.issuer).data;
    if (provider === undefined && wanted.issuer !== 'ssoready')
      throw new DomainError('unsupported_issuer');
    const means = { unitOfWork: this.unitOfWork, secrets: this.secrets, clock: this.clock };
    const signIn = () =>
      countRefusedProviderSignIn(means, wanted.ip, () => this.enter(provider, wanted));
    return requireIssuedToken(await limitFailedProviderSignIns(this.limit, wanted.ip, signIn));
  }

  private async enter(
    provider: OidcProvider | undefined,
    { token, newcomer, way, ip, requestId }: SignInWithToken,
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
            { secrets: this.secrets, steps: externalSignInSteps(this.secrets), mayMail },
            person,
            newcomer,
            way,
            now,
          );
          // Undo only the use of the token, so that the account holder can sign in and then link
          // the identity with this token. The transaction still commits, because it requests a mail
          // to the account holder.
          if (recognised.kind === 'proof_needed') await tx.query('ROLLBACK TO SAVEPOINT unspent');
          return recognised;
        },
        { requestId },
      );
    const recognised = await (proven
      ? limitUnverifiedEmailSignIns(this.limit, clientNetworkOf(ip), proven.person, enter)
      : enter(true));
    if (recognised.kind === 'proof_needed') throw new DomainError('identity_proof_needed');
    return recognised.entered;
  }
}
