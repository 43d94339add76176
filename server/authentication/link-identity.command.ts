import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OidcProvider, type IdentityProvider } from '../../contracts/authentication/identities';
import { Clock } from '../platform/concurrency/clock';
import { badField, DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { limitFailedProviderSignIns } from './failed-sign-ins/failed-sign-in-counters';
import { IdTokens, type VerifiedIdToken } from './oidc/id-tokens';
import { takePendingLink } from './pending-identity-link';
import { linkIdentityToAccount, type VerifiedIdentity } from './identities.store';
import { SsoTokens } from './saml/sso-tokens';
import { rejectReplayedIdToken } from './oidc/id-token-replay';

export class LinkIdentity extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly provider: IdentityProvider,
    readonly token: string,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(LinkIdentity)
export class LinkIdentityHandler implements ICommandHandler<LinkIdentity> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly idTokens: IdTokens,
    private readonly ssoTokens: SsoTokens,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Links an identity of a provider to the caller's account; requires a recent sign-in. An invalid
   * ID token causes validation_failed instead of 401, since the caller is signed in.
   * @throws DomainError validation_failed, unsupported_issuer, issuer_unavailable, identity_taken,
   * too_many_requests
   */
  execute(wanted: LinkIdentity): Promise<void> {
    return limitFailedProviderSignIns(this.limit, wanted.ip, () => this.link(wanted));
  }

  private async link({ accountId, provider, token, requestId }: LinkIdentity): Promise<void> {
    const idToken = await this.verify(provider, token);
    await this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const identity = idToken
          ? await this.spent(tx, token, idToken, now)
          : ((await takePendingLink(tx, token, provider, accountId, now)) ??
            (provider === 'ssoready' ? await this.ssoTokens.take(tx, token) : undefined));
        if (!identity) throw badField('token', 'invalid');
        await linkIdentityToAccount(tx, accountId, identity, now);
      },
      { requestId },
    );
  }

  /**
   * Verifies an ID token of a provider.
   * @returns undefined for an opaque token of this server, which has no dots; an ID token is a JWT
   * with two dots (RFC 7515, 3.1)
   */
  private async verify(
    provider: IdentityProvider,
    token: string,
  ): Promise<VerifiedIdToken | undefined> {
    const issuer = OidcProvider.safeParse(provider).data;
    if (issuer === undefined || token.split('.').length !== 3) return undefined;
    try {
      return await this.idTokens.verify(issuer, token);
    } catch (error) {
      throw error instanceof DomainError && error.code === 'invalid_identity_token'
        ? badField('token', 'invalid')
        : error;
    }
  }

  private async spent(
    tx: Transaction,
    token: string,
    { person, expires_at }: VerifiedIdToken,
    now: Date,
  ): Promise<VerifiedIdentity | undefined> {
    return (await rejectReplayedIdToken(tx, token, expires_at, now)) ? person : undefined;
  }
}
