import { hkdfSync } from 'node:crypto';
import type { SecretKey } from '../../secret-keys';

/** The keys of all versions of the server's secret. Each key is derived when it is first used. */
export class KeyRing {
  readonly first: number;
  readonly present: number;
  /** The versions of all keys, the current one first, because most lookups concern new values. */
  readonly versions: readonly number[];
  /**
   * The versions whose keys may also encrypt and decrypt, the current one first. The keys of other
   * versions only compute hashes.
   */
  readonly inUse: readonly number[];
  private readonly secrets: ReadonlyMap<number, SecretKey>;
  private readonly keys = new Map<string, Buffer>();

  /** @param former the former versions of the secret, as `parseOldSecretKeys` returns them */
  constructor(present: string, former: readonly SecretKey[]) {
    const keys = [...former, { version: former.length + 1, secret: present, hashesOnly: false }];
    this.secrets = new Map(keys.map((key) => [key.version, key]));
    this.versions = keys.map(({ version }) => version).reverse();
    this.inUse = this.versions.filter((version) => this.opens(version));
    this.present = this.versions[0] ?? 1;
    this.first = this.versions.at(-1) ?? 1;
  }

  /**
   * Whether this version still decrypts values and verifies signatures. A version that is kept only
   * for hashes does not.
   */
  opens(version: number): boolean {
    return this.secrets.get(version)?.hashesOnly === false;
  }

  /**
   * Checks that values of this version can be decrypted.
   * @throws Error that says what is wrong with the configured keys
   */
  requireOpening(version: number): void {
    if (!this.secrets.has(version)) throw new Error(`SECRET_KEYS_OLD has no v${version}`);
    if (!this.opens(version))
      throw new Error(`v${version} is kept for hashes only, and a value is sealed under it`);
  }

  key(version: number, purpose: string): Buffer {
    const name = `${version}:${purpose}`;
    const known = this.keys.get(name);
    if (known) return known;
    const secret = this.secrets.get(version)?.secret;
    if (secret === undefined) throw new Error(`SECRET_KEYS_OLD has no v${version}`);
    const key = Buffer.from(hkdfSync('sha256', secret, 'commonlab', purpose, 32));
    this.keys.set(name, key);
    return key;
  }
}
