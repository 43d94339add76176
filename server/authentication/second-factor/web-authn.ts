import { Inject, Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { CONFIG, type Config } from '../../config';
import { minutes } from '../../platform/concurrency/clock';
import { Secrets } from '../../platform/security/secrets';

export interface KnownPasskey {
  credential_id: Buffer;
  transports: string[];
}
export interface StoredPasskey extends KnownPasskey {
  public_key: Buffer;
  counter: string;
}
export interface NewPasskey {
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
}
export type WebAuthnOptions = Record<string, unknown> & { challenge: string };

const Base64Url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(50_000);
const Credential = { id: Base64Url, rawId: Base64Url, type: z.literal('public-key') };
const Attestation = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
const Assertion = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
  }),
});

const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
const timeout = minutes(authenticationLimits.secondFactorMinutes);
const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));
const named = (credentials: readonly KnownPasskey[]) =>
  credentials.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    transports,
  }));

/**
 * Whether an attestation is of an accepted kind: either empty, or signed by the new passkey itself.
 * An attestation with a certificate of the device's maker is refused, because the library would
 * fetch revocation lists from addresses in the certificate, which the sender may have chosen.
 */
function namesNoMaker(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(bytes(attestationObject));
  const format = decoded.get('fmt');
  return (
    format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  );
}

/**
 * The relying party of WebAuthn: this server, under the host name of the web app (W3C WebAuthn 3).
 */
@Injectable()
export class WebAuthn {
  private readonly rpID: string;
  private readonly origin: string;

  constructor(
    @Inject(CONFIG) { publicWebUrl }: Config,
    private readonly secrets: Secrets,
  ) {
    this.rpID = new URL(publicWebUrl).hostname;
    this.origin = publicWebUrl;
  }

  async registrationOptions(
    account: { id: string; email: string; name: string },
    existing: readonly KnownPasskey[],
  ): Promise<WebAuthnOptions> {
    const options = await generateRegistrationOptions({
      rpName: 'Commonlab',
      rpID: this.rpID,
      userName: account.email,
      userDisplayName: account.name,
      userID: new Uint8Array(this.secrets.mac('passkey-user', account.id)),
      attestationType: 'none',
      excludeCredentials: named(existing),
      timeout,
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
    return { ...options };
  }

  /**
   * Verifies a new passkey.
   * @returns undefined if the response is not a new credential for this challenge and this server
   */
  async registered(response: unknown, challenge: string): Promise<NewPasskey | undefined> {
    const parsed = Attestation.safeParse(response);
    if (!parsed.success) return undefined;
    try {
      if (!namesNoMaker(parsed.data.response.attestationObject)) return undefined;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: { ...parsed.data, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: this.origin,
        expectedRPID: this.rpID,
        requireUserVerification: false,
        supportedAlgorithmIDs: algorithms,
      });
      if (!verified) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        credential_id: Buffer.from(id, 'base64url'),
        public_key: Buffer.from(publicKey),
        counter,
        transports: parsed.data.response.transports,
      };
    } catch {
      return undefined; // the library throws for an invalid response
    }
  }

  async assertionOptions(existing: readonly KnownPasskey[]): Promise<WebAuthnOptions> {
    return {
      ...(await generateAuthenticationOptions({
        rpID: this.rpID,
        allowCredentials: named(existing),
        userVerification: 'preferred',
        timeout,
      })),
    };
  }

  /** Reads the id of the credential that a browser's response names. Verifies nothing. */
  credentialOf(response: unknown): Buffer | undefined {
    const parsed = Assertion.safeParse(response);
    return parsed.success ? Buffer.from(parsed.data.id, 'base64url') : undefined;
  }

  /**
   * Verifies a signature of a passkey.
   * @returns the credential's new counter; undefined if the credential did not sign this challenge
   *   for this server, or if its counter did not grow
   */
  async asserted(
    response: unknown,
    challenge: string,
    stored: StoredPasskey,
  ): Promise<number | undefined> {
    const parsed = Assertion.safeParse(response);
    if (!parsed.success) return undefined;
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...parsed.data, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: this.origin,
        expectedRPID: this.rpID,
        requireUserVerification: false,
        credential: {
          id: stored.credential_id.toString('base64url'),
          publicKey: new Uint8Array(stored.public_key),
          counter: Number(stored.counter),
        },
      });
      return verified ? authenticationInfo.newCounter : undefined;
    } catch {
      return undefined;
    }
  }
}
