import { createHmac, hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CAPABILITIES } from '../capabilities-token';
import { CONFIG, type Config } from '../../config';
import { KeyRing } from './key-ring';
import { areEqualBytes } from './same-bytes';
import { pseudonymFrom } from './pseudonym';
import { decryptWithKey, encryptedValuePrefix, encryptWithKey } from './sealing';
import { encodeShortCode } from './short-code';

/**
 * The purposes for which keys are derived from the server's secret. A context adds its own by declaration merging. The
 * spelling of a purpose must never change, because its key would change with it.
 */
export interface KeyPurposes {}
export type KeyPurpose = Extract<keyof KeyPurposes, string>;

export const sha256 = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer');
export const sha256Hex = (value: string | Buffer): string => hash('sha256', value, 'hex');

const macBytes = 32;

/**
 * Everything that is derived from the server's secret. Each purpose and version has its own key (HKDF, RFC 5869), so a
 * value made for one purpose is never valid for another. Versions: docs/decisions/key-ring.md.
 */
@Injectable()
export class Secrets {
  private readonly ring: KeyRing;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CAPABILITIES)
    private readonly capabilities: {
      keyPurposes: ReadonlySet<KeyPurpose>;
      sealed: readonly { readonly purpose: KeyPurpose }[];
    },
  ) {
    this.ring = new KeyRing(config.secretKey, config.secretKeysOld);
  }

  /** The version under which values are encrypted now. */
  get version(): number {
    return this.ring.present;
  }

  /**
   * Computes an HMAC-SHA-256 under the purpose's key of the first version: for values that must stay the same when the
   * version changes, such as pseudonyms.
   */
  mac(purpose: KeyPurpose, ...parts: string[]): Buffer {
    return this.macUnder(this.ring.first, purpose, parts);
  }

  /**
   * Computes an HMAC-SHA-256 under the current version, for values that are stored and later looked
   * up or compared. From the second version on, a byte with the version precedes the 32 bytes.
   */
  stamp(purpose: KeyPurpose, ...parts: string[]): Buffer {
    return this.stampUnder(this.ring.present, purpose, parts);
  }

  /**
   * Returns the values that `stamp` returns under each version of the key. A query with `= ANY($1)` then also finds
   * values that were stored under a former version.
   */
  stamps(purpose: KeyPurpose, ...parts: string[]): Buffer[] {
    return this.ring.versions.map((version) => this.stampUnder(version, purpose, parts));
  }

  /** Whether `stamped` is a value that `stamp` returned for these parts, under any version of the key. */
  isStamp(stamped: Buffer, purpose: KeyPurpose, ...parts: string[]): boolean {
    const version = this.versionOf(stamped);
    return (
      this.ring.versions.includes(version) &&
      areEqualBytes(stamped, this.stampUnder(version, purpose, parts))
    );
  }

  /**
   * Like `isStamp`, for short-lived signatures. A version that is kept only for hashes is not accepted, so a stolen
   * old key makes no valid signature.
   */
  isSigned(signature: Buffer, purpose: KeyPurpose, ...parts: string[]): boolean {
    return this.ring.opens(this.versionOf(signature)) && this.isStamp(signature, purpose, ...parts);
  }

  /** Returns the version of the key under which a stamp was made. In a hash chain, versions must not decrease. */
  versionOf(stamped: Buffer): number {
    return stamped.length > macBytes ? (stamped[0] ?? 0) : this.ring.first;
  }

  /** Returns check values by which the keys of the versions can be distinguished. They do not reveal the keys. */
  marks(): { version: number; mark: Buffer }[] {
    return this.ring.versions.map((version) => ({
      version,
      mark: this.macUnder(version, 'key-ring', ['mark']),
    }));
  }

  /**
   * Computes the pseudonym of a participant in a study at one privacy level, 128 bits. It differs between studies and
   * levels, so that sessions with names do not identify participants of anonymous sessions (docs/domain.md, 4).
   */
  pseudonym(studyId: string, privacyLevel: string, accountId: string): Buffer {
    return pseudonymFrom(this.mac('pseudonym', studyId, accountId), privacyLevel);
  }

  /** Computes the pseudonym that a person had before pseudonyms depended on the privacy level. */
  formerPseudonym(studyId: string, accountId: string): Buffer {
    return pseudonymFrom(this.mac('pseudonym', studyId, accountId), null);
  }

  /** Computes all pseudonyms that a person may have in a study: one for each privacy level, and the former one. */
  pseudonyms(studyId: string, privacyLevels: readonly string[], accountId: string): Buffer[] {
    const root = this.mac('pseudonym', studyId, accountId);
    return [...privacyLevels, null].map((level) => pseudonymFrom(root, level));
  }

  /** Makes the key in a mailed link, base64url. A row always has the same key, also when the mail is sent again. */
  linkKey(purpose: KeyPurpose, rowId: string): string {
    return this.linkKeyUnder(this.ring.present, purpose, rowId);
  }

  /**
   * Finds the link key of a row by its SHA-256, which the row contains. Tries all versions in use.
   * @returns undefined if no version in use gives this SHA-256
   */
  linkKeyOf(purpose: KeyPurpose, rowId: string, keyHash: Buffer): string | undefined {
    return this.linkKeys(purpose, rowId).find((key) => areEqualBytes(sha256(key), keyHash));
  }

  /** The link keys of a row under each version in use, the current one first. */
  linkKeys(purpose: KeyPurpose, rowId: string): string[] {
    return this.ring.inUse.map((version) => this.linkKeyUnder(version, purpose, rowId));
  }

  /**
   * Makes a code that is mailed to a person: eight characters of A-Z and 2-9 (docs/api-conventions.md), 34^8 or about
   * 40 bits. Five wrong attempts invalidate it.
   */
  code(purpose: KeyPurpose, rowId: string): string {
    return this.codeUnder(this.ring.present, purpose, rowId);
  }

  /**
   * Finds the mailed code whose hash the row contains; undefined if no version in use made it. Like `linkKeyOf`, but
   * for codes.
   */
  codeOf(purpose: KeyPurpose, rowId: string, codeHash: Buffer): string | undefined {
    return this.ring.inUse
      .map((version) => this.codeUnder(version, purpose, rowId))
      .find((code) => this.isCode(purpose, code, codeHash));
  }

  /** Computes the stored hash of a code. It is keyed, so that a thief cannot try all codes. */
  codeHash(purpose: KeyPurpose, code: string): Buffer {
    return this.stamp(purpose, 'hash', code);
  }

  /** Whether the code that a person typed is the one whose hash is stored in the row. */
  isCode(purpose: KeyPurpose, code: string, codeHash: Buffer): boolean {
    return this.isSigned(codeHash, purpose, 'hash', code);
  }

  /**
   * Encrypts a value under the current version, whose number precedes the value (`v1:`). The value can be decrypted
   * only for the same `row`.
   * @throws Error for a purpose without a declared encrypted column, which `secret:rotate` would not encrypt again
   */
  seal(purpose: KeyPurpose, row: string, plain: string | Buffer): Buffer {
    if (!this.capabilities.sealed.some((column) => column.purpose === purpose))
      throw new Error(`no context declares the column that is sealed as ${purpose}`);
    return this.sealUnkept(purpose, row, plain);
  }

  /** Encrypts a value that is not stored, such as a part of a URL. It can be decrypted until its version is retired. */
  sealUnkept(purpose: KeyPurpose, row: string, plain: string | Buffer): Buffer {
    const version = this.ring.present;
    return Buffer.concat([
      Buffer.from(encryptedValuePrefix(version)),
      encryptWithKey(this.key(version, purpose), row, plain),
    ]);
  }

  /**
   * Decrypts a value. A value without a version was encrypted under the first version.
   * @throws Error if the value was encrypted under another secret, under a version that is kept only for hashes, or
   * for another row
   */
  open(purpose: KeyPurpose, row: string, sealed: Buffer): string {
    return this.openBytes(purpose, row, sealed).toString('utf8');
  }

  /** Like `open`, for encrypted bytes. */
  openBytes(purpose: KeyPurpose, row: string, sealed: Buffer): Buffer {
    const prefix = /^v(\d{1,3}):/.exec(sealed.subarray(0, 5).toString('latin1'));
    const bare = () => this.openWith(this.ring.first, purpose, row, sealed);
    if (!prefix) return bare();
    try {
      return this.openWith(Number(prefix[1]), purpose, row, sealed.subarray(prefix[0].length));
    } catch (error) {
      // A value without a version begins with a nonce, which looks like a version once in sixteen
      // million values. So the value is decrypted again as if it had no version.
      try {
        return bare();
      } catch {
        throw error;
      }
    }
  }

  private openWith(version: number, purpose: KeyPurpose, row: string, sealed: Buffer): Buffer {
    this.ring.requireOpening(version);
    return decryptWithKey(this.key(version, purpose), row, sealed);
  }

  /** Creates a token of 32 random bytes. Only its SHA-256 is stored. */
  newToken(): { token: string; hash: Buffer } {
    const token = randomBytes(32).toString('base64url');
    return { token, hash: sha256(token) };
  }

  private macUnder(version: number, purpose: KeyPurpose, parts: readonly string[]): Buffer {
    const mac = createHmac('sha256', this.key(version, purpose));
    for (const part of parts) mac.update(`${part.length}:${part}`);
    return mac.digest();
  }

  private stampUnder(version: number, purpose: KeyPurpose, parts: readonly string[]): Buffer {
    const mac = this.macUnder(version, purpose, parts);
    return version === this.ring.first ? mac : Buffer.concat([Buffer.of(version), mac]);
  }

  private linkKeyUnder(version: number, purpose: KeyPurpose, rowId: string): string {
    return this.macUnder(version, purpose, [rowId]).toString('base64url');
  }

  private codeUnder(version: number, purpose: KeyPurpose, rowId: string): string {
    return encodeShortCode(this.macUnder(version, purpose, [rowId]));
  }

  private key(version: number, purpose: KeyPurpose): Buffer {
    if (!this.capabilities.keyPurposes.has(purpose))
      throw new Error(`no context declares the key purpose ${purpose}`);
    return this.ring.key(version, purpose);
  }
}
