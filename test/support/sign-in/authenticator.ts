import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** Encodes the kinds of CBOR values (RFC 8949) that authenticators use. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, held]) => [cbor(key), cbor(held)]),
  ]);
}

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest();
const base64url = (value: Buffer | string) => Buffer.from(value).toString('base64url');
const userPresent = 0x01;
const attested = 0x40;

export interface PasskeyCreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string };
  excludeCredentials: { id: string }[];
  pubKeyCredParams: { alg: number }[];
  attestation: string;
}
export interface PasskeyRequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}
/**
 * Values that a test puts in place of the authenticator's own, mostly so that the server refuses
 * them.
 */
export interface ForgedValues {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  flags?: number;
  counter?: number;
  format?: string;
  statement?: Map<string, Cbor>;
  attestsItself?: boolean;
}

/**
 * A security key in software: real keys, real signatures, attestation "none", and a counter that
 * increases (W3C WebAuthn 3, 6).
 */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  private readonly privateKey: KeyObject;
  private readonly publicKey: Buffer;

  /**
   * @param counts whether this authenticator has a counter; one without a counter always sends 0
   */
  constructor(
    private readonly origin = 'http://web.test:5173',
    {
      algorithm = 'ES256',
      counts = true,
    }: { algorithm?: 'ES256' | 'EdDSA'; counts?: boolean } = {},
  ) {
    this.counts = counts;
    const point = (jwk: Record<string, unknown>, name: string) =>
      Buffer.from(String(jwk[name]), 'base64url');
    if (algorithm === 'ES256') {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = pair.publicKey.export({ format: 'jwk' }) as Record<string, unknown>;
      this.privateKey = pair.privateKey;
      this.publicKey = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, point(jwk, 'x')],
          [-3, point(jwk, 'y')],
        ]),
      );
    } else {
      const pair = generateKeyPairSync('ed25519');
      const jwk = pair.publicKey.export({ format: 'jwk' }) as Record<string, unknown>;
      this.privateKey = pair.privateKey;
      this.publicKey = cbor(
        new Map<number, Cbor>([
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, point(jwk, 'x')],
        ]),
      );
    }
  }
  private readonly counts: boolean;

  get id(): string {
    return base64url(this.credentialId);
  }

  /**
   * Stands for `navigator.credentials.create()`.
   * @throws Error InvalidStateError, as a browser does, if the options exclude this key
   */
  create(options: PasskeyCreationOptions, lies: ForgedValues = {}) {
    if (options.excludeCredentials.some(({ id }) => id === this.id))
      throw new Error('InvalidStateError');
    const length = Buffer.from([this.credentialId.length >> 8, this.credentialId.length & 255]);
    const authData = Buffer.concat([
      this.header(lies.rpId ?? options.rp.id, lies.flags ?? userPresent | attested, lies),
      Buffer.alloc(16),
      length,
      this.credentialId,
      this.publicKey,
    ]);
    const clientDataJSON = this.clientData('webauthn.create', options.challenge, lies);
    const statement = lies.attestsItself
      ? new Map<string, Cbor>([
          ['alg', -7],
          ['sig', this.signed(authData, clientDataJSON)],
        ])
      : (lies.statement ?? new Map<string, Cbor>());
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', lies.format ?? (lies.attestsItself ? 'packed' : 'none')],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return this.credential({
      clientDataJSON,
      attestationObject: base64url(attestation),
      transports: ['usb', 'nfc'],
    });
  }

  /**
   * Stands for `navigator.credentials.get()`.
   * @throws Error NotAllowedError if the options do not allow this key
   */
  get(options: PasskeyRequestOptions, lies: ForgedValues = {}) {
    if (!options.allowCredentials.some(({ id }) => id === this.id))
      throw new Error('NotAllowedError');
    if (this.counts) this.counter++;
    const authData = this.header(lies.rpId ?? options.rpId, lies.flags ?? userPresent, lies);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, lies);
    return this.credential({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(this.signed(authData, clientDataJSON)),
    });
  }

  private signed(authData: Buffer, clientDataJSON: string): Buffer {
    const said = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return sign(
      this.privateKey.asymmetricKeyType === 'ec' ? 'sha256' : null,
      said,
      this.privateKey,
    );
  }

  private credential<R extends object>(response: R) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      response,
    };
  }

  private header(rpId: string, flags: number, lies: ForgedValues): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  private clientData(type: string, challenge: string, lies: ForgedValues): string {
    return base64url(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }
}
