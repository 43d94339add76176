import { Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { OidcProvider } from '../../../contracts/identities';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import type { VerifiedPerson } from '../resolve-external-identity';
import { googleAliases, personOf } from './claims.rule';
import { issuerError } from './oidc-errors';
import { clocksDiffer, OidcProviders, type KnownProvider } from './oidc-providers';

export interface ProvenToken {
  person: VerifiedPerson;
  issued_at: Date;
  expires_at: Date;
}

/**
 * Signatures that need the issuer's private key. With a shared secret, or with none, anybody could
 * sign (RFC 8725, 3.1).
 */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Microsoft's issuer for many tenants names none: the tenant's own stands in `tid`. */
const tenantPlace = '{tenantid}';
const Tenant = z.guid();

/**
 * ID tokens, wherever they come from: signature, issuer, audience and time (OpenID Connect Core
 * 1.0, 3.1.3.7).
 */
@Injectable()
export class IdTokens {
  constructor(
    private readonly providers: OidcProviders,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError unsupported_issuer, issuer_unavailable, invalid_identity_token */
  async verify(provider: OidcProvider, token: string): Promise<ProvenToken> {
    this.providers.mustBeConfigured(provider);
    // What is no token is refused without asking the issuer, the same whether it is there or away.
    if (!isSignedToken(token)) throw new DomainError('invalid_identity_token');
    const known = await this.providers.known(provider);
    const claims = await this.claims(known, token);
    const { azp, aud, iat, exp } = claims;
    // A token for several parties, or one that was asked for by another, must have been asked for
    // by us.
    if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== known.clientId)
      throw new DomainError('invalid_identity_token');
    const person = personOf(provider, claims);
    if (!person || iat === undefined || exp === undefined)
      throw new DomainError('invalid_identity_token');
    // The library looks at `nbf` alone; a token from the future would count as a fresh proof for as
    // long as it lasts.
    if (iat > this.clock.now().getTime() / 1000 + clocksDiffer)
      throw new DomainError('invalid_identity_token');
    return {
      person,
      issued_at: new Date(iat * 1000),
      expires_at: new Date((exp + clocksDiffer) * 1000),
    };
  }

  private async claims(
    { keys, issuer, clientId }: KnownProvider,
    token: string,
  ): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms,
        audience: clientId,
        issuer: issuersOf(issuer, token),
        clockTolerance: clocksDiffer,
        currentDate: this.clock.now(),
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      return payload;
    } catch (error) {
      // An unknown key is the token's fault: the key set was there.
      if (
        !(error instanceof errors.JWKSNoMatchingKey) &&
        issuerError(error).code === 'issuer_unavailable'
      )
        throw new DomainError('issuer_unavailable');
      throw new DomainError('invalid_identity_token');
    }
  }
}

/** Three readable parts and a signature of a kind that counts (RFC 7519, 7.2). */
function isSignedToken(token: string): boolean {
  try {
    decodeJwt(token);
    return algorithms.includes(decodeProtectedHeader(token).alg ?? '');
  } catch {
    return false;
  }
}

/** Which `iss` the token may name. @throws JWTInvalid for what is no token. */
function issuersOf(issuer: string, token: string): string[] {
  if (!issuer.includes(tenantPlace))
    return [
      issuer,
      ...Object.keys(googleAliases).filter((alias) => googleAliases[alias] === issuer),
    ];
  const tenant = Tenant.safeParse(decodeJwt(token).tid);
  return tenant.success ? [issuer.replace(tenantPlace, tenant.data)] : [];
}
