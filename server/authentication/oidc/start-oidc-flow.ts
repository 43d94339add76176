import { authenticationRateLimits } from '../authentication.rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ServerMetadata,
} from 'openid-client';
import type { z } from 'zod';
import type {
  OidcFlow,
  OidcProvider,
  OidcStart,
} from '../../../contracts/authentication/identities';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { CONFIG, type Config } from '../../config';
import { Clock, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { callbackUrl, secretsOfFlow } from './oidc-flow';
import { OidcProviders } from './oidc-providers';

/**
 * What is needed to start a flow. `accountId`: the account to which the identity will be linked;
 * null for a sign-in. `invitationHash`: the hash of the invitation code in `wanted`; the code
 * itself is not stored.
 */
export interface OidcFlowToStart {
  readonly provider: OidcProvider;
  readonly wanted: z.output<typeof OidcStart>;
  readonly accountId: string | null;
  readonly invitationHash: Buffer | null;
  readonly ip: string;
  readonly requestId: string;
}

/**
 * The scopes to request. For signing in, ORCID supports only `openid`, and it states no address.
 */
const scopes: Record<OidcProvider, string> = {
  google: 'openid email profile',
  microsoft: 'openid email profile',
  orcid: 'openid',
};

const google = 'https://accounts.google.com';
/** Providers that support `prompt=select_account` although their metadata does not list it. */
const letsChoose = [google, 'https://login.microsoftonline.com'];

/**
 * Chooses the parameters of the authorization request that decide how the provider authenticates
 * the person. On a shared computer, an open session at the provider may belong to another person.
 * So the request lets the person choose an account, except at providers that do not support this
 * and would refuse the unknown prompt.
 */
function promptOf(
  { issuer, prompt_values_supported: known }: ServerMetadata,
  fresh = false,
): Record<string, string> {
  const { origin } = new URL(issuer);
  // Google supports only the prompts none, consent and select_account, so it cannot be made to
  // require the password again.
  if (fresh && origin !== google) return { prompt: 'login', max_age: '0' };
  const offersChoice =
    letsChoose.includes(origin) || (Array.isArray(known) && known.includes('select_account'));
  return offersChoice ? { prompt: 'select_account' } : {};
}

@Injectable()
export class StartOidcFlow {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly providers: OidcProviders,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError unsupported_issuer, issuer_unavailable, too_many_requests */
  async start({
    provider,
    wanted,
    accountId,
    invitationHash,
    ip,
    requestId,
  }: OidcFlowToStart): Promise<z.output<typeof OidcFlow>> {
    const { configuration } = await this.providers.known(provider);
    await this.limit.consume(authenticationRateLimits.oidcFlow, clientNetworkOf(ip));
    const id = timeOrderedId();
    const { token: flowKey, hash } = this.secrets.newToken();
    const { state, nonce, verifier } = secretsOfFlow(this.secrets, id);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl(this.config).href,
      response_type: 'code',
      scope: scopes[provider],
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Requests the time of the last authentication. Providers that do not support the parameter
      // ignore it (OpenID Connect Core 1.0, 3.1.2.1 and 5.5).
      claims: '{"id_token":{"auth_time":{"essential":true}}}',
      ...promptOf(configuration.serverMetadata(), wanted.fresh),
    });
    const now = this.clock.now();
    const expiresAt = addMilliseconds(now, minutes(authenticationLimits.oidcFlowMinutes));
    const { purpose, remember = false, fresh = false, is_researcher = false } = wanted;
    await this.unitOfWork.run(
      async (tx) => {
        await tx.query(
          `INSERT INTO identity.oidc_flow (id, key_hash, provider, purpose, account_id, remember, fresh,
            is_researcher, invitation_hash, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
          [
            id,
            hash,
            provider,
            purpose,
            accountId,
            remember,
            fresh,
            is_researcher,
            invitationHash,
            now,
            expiresAt,
          ],
        );
      },
      { requestId },
    );
    return { redirect_url: url.href, flow_key: flowKey, expires_at: expiresAt.toISOString() };
  }
}
