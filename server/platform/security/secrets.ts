import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CAPABILITIES, type Capabilities } from '../capabilities';
import { CONFIG, type Config } from '../../config';

/**
 * The purposes of derived keys. A context adds its own by declaration merging. The spelling of a
 * purpose never changes: every value under its key would change with it.
 */
export interface KeyPurposes {}
export type Purpose = Extract<keyof KeyPurposes, string>;

export const sha256 = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer');
export const sha256Hex = (value: string | Buffer): string => hash('sha256', value, 'hex');
export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

const nonceBytes = 12;
const tagBytes = 16;
const codeAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789';

/** AES-256-GCM: nonce, ciphertext, tag. `row` is authenticated with it. */
export function sealUnder(key: Buffer, row: string, plain: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row));
  return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when it was sealed under another key, for another row, or changed since. */
export function openUnder(key: Buffer, row: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(row))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([
    decipher.update(sealed.subarray(nonceBytes, -tagBytes)),
    decipher.final(),
  ]).toString('utf8');
}

/**
 * Everything that is derived from the server's secret: one key per purpose (HKDF, RFC 5869), so
 * that no value of one kind passes for another.
 */
@Injectable()
export class Secrets {
  private readonly keys = new Map<Purpose, Buffer>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CAPABILITIES) private readonly capabilities: Pick<Capabilities, 'keyPurposes'>,
  ) {}

  /** HMAC-SHA-256 under the purpose's own key. */
  mac(purpose: Purpose, ...parts: string[]): Buffer {
    const mac = createHmac('sha256', this.key(purpose));
    for (const part of parts) mac.update(`${part.length}:${part}`);
    return mac.digest();
  }

  /** A participant in one study: 128 bits, different in every study (docs/domain.md, 4). */
  pseudonym(studyId: string, accountId: string): Buffer {
    return this.mac('pseudonym', studyId, accountId).subarray(0, 16);
  }

  /**
   * The key of a mailed link, base64url. The same row always gives the same key, so a repeated mail
   * contains the same link.
   */
  linkKey(purpose: Purpose, rowId: string): string {
    return this.mac(purpose, rowId).toString('base64url');
  }

  /**
   * Eight characters of A-Z and 2-9 (docs/api-conventions.md): 34^8, about 40 bits; five wrong
   * tries invalidate it.
   */
  code(purpose: Purpose, rowId: string): string {
    const bytes = this.mac(purpose, rowId);
    let n = bytes.readBigUInt64BE(0);
    let code = '';
    for (let i = 0; i < 8; i++) {
      code += codeAlphabet[Number(n % 34n)];
      n /= 34n;
    }
    return code;
  }

  /**
   * The stored form of a mailed code. The hash is keyed: an attacker who reads the table could
   * search forty bits under a plain hash.
   */
  codeHash(purpose: Purpose, code: string): Buffer {
    return this.mac(purpose, 'hash', code);
  }

  /**
   * Encrypts a value that must be decrypted later. `row` names the row it belongs to, so that it
   * does not decrypt in another one.
   */
  seal(purpose: Purpose, row: string, plain: string): Buffer {
    return sealUnder(this.key(purpose), row, plain);
  }

  /** @throws Error when it was sealed under another secret, for another row, or changed since. */
  open(purpose: Purpose, row: string, sealed: Buffer): string {
    return openUnder(this.key(purpose), row, sealed);
  }

  /** An opaque token: 32 random bytes; only its SHA-256 is kept. */
  newToken(): { token: string; hash: Buffer } {
    const token = randomBytes(32).toString('base64url');
    return { token, hash: sha256(token) };
  }

  private key(purpose: Purpose): Buffer {
    let key = this.keys.get(purpose);
    if (!key && !this.capabilities.keyPurposes.has(purpose))
      throw new Error(`no context declares the key purpose ${purpose}`);
    if (!key)
      this.keys.set(
        purpose,
        (key = Buffer.from(hkdfSync('sha256', this.config.secretKey, 'commonlab', purpose, 32))),
      );
    return key;
  }
}
