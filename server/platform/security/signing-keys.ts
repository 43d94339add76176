import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import { CAPABILITIES } from '../capabilities-token';
import { publicKeyOfSeed, signWithEd25519 } from './ed25519';
import { KeyRing } from './key-ring';
import type { KeyPurpose } from './secrets';

/**
 * Keys for signatures that other parties verify. Each is derived from the server's secret, like all
 * keys (secrets.ts). The purpose of a signing key must not also be used for hashes.
 */
@Injectable()
export class SigningKeys {
  private readonly ring: KeyRing;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'secretKey' | 'secretKeysOld'>,
    @Inject(CAPABILITIES) private readonly capabilities: { keyPurposes: ReadonlySet<KeyPurpose> },
  ) {
    this.ring = new KeyRing(config.secretKey, config.secretKeysOld);
  }

  /** The version of the key with which `sign` signs. */
  get version(): number {
    return this.ring.present;
  }

  /**
   * Signs the UTF-8 bytes of a text with Ed25519 under the current version.
   * @returns 64 bytes
   */
  sign(purpose: KeyPurpose, text: string): Buffer {
    return signWithEd25519(this.seed(purpose, this.ring.present), text);
  }

  /**
   * Returns the public keys of all versions, 32 bytes each, the current one first, so that older
   * signatures can still be verified.
   */
  publicKeys(purpose: KeyPurpose): { version: number; key: Buffer }[] {
    return this.ring.versions.map((version) => ({
      version,
      key: publicKeyOfSeed(this.seed(purpose, version)),
    }));
  }

  private seed(purpose: KeyPurpose, version: number): Buffer {
    if (!this.capabilities.keyPurposes.has(purpose))
      throw new Error(`no context declares the key purpose ${purpose}`);
    return this.ring.key(version, purpose);
  }
}
