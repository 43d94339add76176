import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  ClientSecretPost,
  clockTolerance,
  discovery,
  type Configuration,
} from 'openid-client';
import { oidcProviders, type OidcProvider } from '../../../contracts/identities';
import { CONFIG, type Config, type OidcClient } from '../../config';
import { Clock, hours, later } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import { troubleOf } from './oidc-errors';

/** A provider's metadata, and this server's client registration there. */
export interface KnownProvider {
  configuration: Configuration;
  keys: JWTVerifyGetKey;
  issuer: string;
  clientId: string;
}
interface Cached {
  known: KnownProvider;
  until: Date;
}

/** Per request to a provider, since a person waits at the sign-in page. */
const timeoutSeconds = 5;
/** How far two clocks may differ, in seconds. */
export const clocksDiffer = 30;
const cachedMs = hours(1);

/**
 * The OpenID providers of the configuration. Only a successful discovery is cached; while a
 * provider is unreachable, the last one is used.
 */
@Injectable()
export class OidcProviders {
  private readonly cache = new Map<OidcProvider, Cached>();
  private readonly underWay = new Map<OidcProvider, Promise<KnownProvider>>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly clock: Clock,
  ) {}

  /** The providers that are configured. */
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
  async known(provider: OidcProvider): Promise<KnownProvider> {
    const client = this.mustBeConfigured(provider);
    const cached = this.cache.get(provider);
    if (cached && cached.until > this.clock.now()) return cached.known;
    try {
      return await this.once(provider, client);
    } catch (error) {
      this.log.warn({ provider, ...troubleOf(error) }, 'an OpenID provider cannot be discovered');
      if (cached) return cached.known;
      throw new DomainError('issuer_unavailable');
    }
  }

  /** Concurrent callers share one discovery. */
  private once(provider: OidcProvider, client: OidcClient): Promise<KnownProvider> {
    let asked = this.underWay.get(provider);
    if (!asked) {
      asked = this.discover(provider, client).finally(() => this.underWay.delete(provider));
      this.underWay.set(provider, asked);
    }
    return asked;
  }

  private async discover(
    provider: OidcProvider,
    { issuer: address, clientId, clientSecret }: OidcClient,
  ): Promise<KnownProvider> {
    const issuerUrl = new URL(address);
    // Plain http is only for a provider on this machine; the configuration refuses all others.
    const isLocal = issuerUrl.protocol === 'http:';
    // The secret is sent in the body, the one method that all three support.
    const configuration = await discovery(
      issuerUrl,
      clientId,
      { [clockTolerance]: clocksDiffer },
      ClientSecretPost(clientSecret),
      { timeout: timeoutSeconds, execute: isLocal ? [allowInsecureRequests] : [] },
    );
    const { issuer, jwks_uri } = configuration.serverMetadata();
    const keysUrl = new URL(jwks_uri ?? '');
    if (keysUrl.protocol !== 'https:' && !isLocal) throw new Error('keys without TLS');
    const known = {
      configuration,
      issuer,
      clientId,
      keys: createRemoteJWKSet(keysUrl, { timeoutDuration: timeoutSeconds * 1000 }),
    };
    this.cache.set(provider, { known, until: later(this.clock.now(), cachedMs) });
    return known;
  }
}
