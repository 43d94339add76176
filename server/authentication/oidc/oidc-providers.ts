import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  ClientSecretPost,
  clockTolerance,
  discovery,
  type Configuration,
} from 'openid-client';
import { oidcProviders, type OidcProvider } from '../../../contracts/authentication/identities';
import { CONFIG, type Config } from '../../config';
import type { OidcClient } from '../../environment/oidc-client';
import { Clock, hours } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import { describeOidcError } from './oidc-errors';

/** A provider's metadata, and this server's registration as a client of the provider. */
export interface OidcProviderClient {
  configuration: Configuration;
  keys: JWTVerifyGetKey;
  issuer: string;
  clientId: string;
}

/**
 * The timeout of a request to a provider, in seconds; short, because a person waits at the sign-in
 * page.
 */
const timeoutSeconds = 5;
/** How many seconds the clocks of a provider and of this server may differ. */
export const clockToleranceSeconds = 30;
const cachedMs = hours(1);

/**
 * The configured OpenID providers. Caches a provider's metadata after each successful discovery,
 * and uses the cached metadata while the provider is unreachable.
 */
@Injectable()
export class OidcProviders {
  private readonly cache: LRUCache<OidcProvider, OidcProviderClient, OidcClient>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    clock: Clock,
  ) {
    this.cache = new LRUCache({
      max: oidcProviders.length,
      ttl: cachedMs,
      ttlResolution: 0, // asks the clock each time, and sets no timer
      perf: { now: () => clock.now().getTime() },
      allowStaleOnFetchRejection: true,
      // Callers at the same time share one discovery of the provider's metadata.
      fetchMethod: (provider, _, { context }) =>
        this.discover(provider, context).catch((error: unknown) => {
          this.log.warn(
            { provider, ...describeOidcError(error) },
            'an OpenID provider cannot be discovered',
          );
          throw error;
        }),
    });
  }

  configured(): OidcProvider[] {
    return oidcProviders.filter((provider) => this.config.oidc[provider] !== null);
  }

  /** @throws DomainError unsupported_issuer */
  mustBeConfigured(provider: OidcProvider): OidcClient {
    const client = this.config.oidc[provider];
    if (!client) throw new DomainError('unsupported_issuer');
    return client;
  }

  /** @throws DomainError unsupported_issuer, issuer_unavailable */
  async known(provider: OidcProvider): Promise<OidcProviderClient> {
    const context = this.mustBeConfigured(provider);
    const known = await this.cache.fetch(provider, { context });
    if (!known) throw new DomainError('issuer_unavailable');
    return known;
  }

  private async discover(
    provider: OidcProvider,
    { issuer: address, clientId, clientSecret }: OidcClient,
  ): Promise<OidcProviderClient> {
    const issuerUrl = new URL(address);
    // Plain http is allowed only for a provider on this machine; the configuration refuses it for
    // all others.
    const isLocal = issuerUrl.protocol === 'http:';
    // The client secret is sent in the request's body, the only method that all three providers
    // support.
    const configuration = await discovery(
      issuerUrl,
      clientId,
      { [clockTolerance]: clockToleranceSeconds },
      ClientSecretPost(clientSecret),
      { timeout: timeoutSeconds, execute: isLocal ? [allowInsecureRequests] : [] },
    );
    const { issuer, jwks_uri } = configuration.serverMetadata();
    const keysUrl = new URL(jwks_uri ?? '');
    if (keysUrl.protocol !== 'https:' && !isLocal) throw new Error('keys without TLS');
    return {
      configuration,
      issuer,
      clientId,
      keys: createRemoteJWKSet(keysUrl, { timeoutDuration: timeoutSeconds * 1000 }),
    };
  }
}
