import { Injectable } from '@nestjs/common';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { OidcProvider } from '../../../contracts/authentication/identities';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import type { VerifiedPerson } from '../resolve-external-identity';
import { googleIssuerAliases, personFromClaims } from './claims.rule';
import { convertIssuerError } from './oidc-errors';
import { clockToleranceSeconds, OidcProviders, type OidcProviderClient } from './oidc-providers';

export interface VerifiedIdToken {
  person: VerifiedPerson;
  issued_at: Date;
  expires_at: Date;
}

/**
 * Signature algorithms with which only the holder of the issuer's private key can sign. With a
 * shared secret, or without a signature, other parties could make a token (RFC 8725, 3.1).
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
/**
 * Microsoft's issuer for all tenants contains this placeholder. The tenant that the claim `tid`
 * states replaces it.
 */
const tenantPlace = '{tenantid}';
const Tenant = z.guid();

/**
 * Verifies ID tokens, from whatever source: signature, issuer, audience and time (OpenID Connect
 * Core 1.0, 3.1.3.7).
 */
@Injectable()
export class IdTokens {
  constructor(
    private readonly providers: OidcProviders,
    private readonly clock: Clock,
  ) {}

  /**
   * Verifies an ID token.
   * @throws DomainError unsupported_issuer, issuer_unavailable, invalid_identity_token
   */
  async verify(provider: OidcProvider, token: string): Promise<VerifiedIdToken> {
    this.providers.mustBeConfigured(provider);
    // A malformed token is refused without a request to the issuer, so that the result does not
    // depend on whether the issuer is reachable.
    if (!isSignedToken(token)) throw new DomainError('invalid_identity_token');
    const known = await this.providers.known(provider);
    const claims = await this.claims(known, token);
    const { azp, aud, iat, exp } = claims;
    // If a token has an `azp` claim, the claim must name this client. A token with several
    // audiences must have the claim.
    if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== known.clientId)
      throw new DomainError('invalid_identity_token');
    const person = personFromClaims(provider, claims);
    if (!person || iat === undefined || exp === undefined)
      throw new DomainError('invalid_identity_token');
    // The library checks only `nbf`. So this code checks the time of issue: a token with a time in
    // the future would count as a fresh authentication until it expires.
    if (iat > this.clock.now().getTime() / 1000 + clockToleranceSeconds)
      throw new DomainError('invalid_identity_token');
    return {
      person,
      issued_at: new Date(iat * 1000),
      expires_at: new Date((exp + clockToleranceSeconds) * 1000),
    };
  }

  private async claims(
    { keys, issuer, clientId }: OidcProviderClient,
    token: string,
  ): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms,
        audience: clientId,
        issuer: issuersOf(issuer, token),
        clockTolerance: clockToleranceSeconds,
        currentDate: this.clock.now(),
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      return payload;
    } catch (error) {
      // `JWKSNoMatchingKey` means that the issuer's keys were available but none of them signed the
      // token. So the token is invalid, and the issuer is not unavailable.
      if (
        !(error instanceof errors.JWKSNoMatchingKey) &&
        convertIssuerError(error).code === 'issuer_unavailable'
      )
        throw new DomainError('issuer_unavailable');
      throw new DomainError('invalid_identity_token');
    }
  }
}

/**
 * Whether the token has three decodable parts and an accepted signature algorithm (RFC 7519, 7.2).
 */
function isSignedToken(token: string): boolean {
  try {
    decodeJwt(token);
    return algorithms.includes(decodeProtectedHeader(token).alg ?? '');
  } catch {
    return false;
  }
}

/**
 * Returns the values that the token's `iss` claim may have.
 * @throws JWTInvalid for a malformed token
 */
function issuersOf(issuer: string, token: string): string[] {
  if (!issuer.includes(tenantPlace))
    return [
      issuer,
      ...Object.keys(googleIssuerAliases).filter((alias) => googleIssuerAliases[alias] === issuer),
    ];
  const tenant = Tenant.safeParse(decodeJwt(token).tid);
  return tenant.success ? [issuer.replace(tenantPlace, tenant.data)] : [];
}
