import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import { CAPABILITIES } from '../capabilities-token';
import { publicKeyOf, signWith } from './ed25519';
import { KeyRing } from './key-ring';
import type { Purpose } from './secrets';

/**
 * Keys that sign data which others verify, each derived from the server's secret like all keys (secrets.ts). A
 * purpose used for signing must not be used for hashes.
 */
@Injectable()
export class SigningKeys {
  private readonly ring: KeyRing;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'secretKey' | 'secretKeysOld'>,
    @Inject(CAPABILITIES) private readonly capabilities: { keyPurposes: ReadonlySet<Purpose> },
  ) {
    this.ring = new KeyRing(config.secretKey, config.secretKeysOld);
  }

  /** The version under which `sign` signs. */
  get version(): number {
    return this.ring.present;
  }

  /** Ed25519 of the text's UTF-8 under the present version, 64 bytes. */
  sign(purpose: Purpose, text: string): Buffer {
    return signWith(this.seed(purpose, this.ring.present), text);
  }

  /** The public keys of all versions, 32 bytes each, the current one first: signatures stay valid. */
  publicKeys(purpose: Purpose): { version: number; key: Buffer }[] {
    return this.ring.versions.map((version) => ({
      version,
      key: publicKeyOf(this.seed(purpose, version)),
    }));
  }

  private seed(purpose: Purpose, version: number): Buffer {
    if (!this.capabilities.keyPurposes.has(purpose))
      throw new Error(`no context declares the key purpose ${purpose}`);
    return this.ring.key(version, purpose);
  }
}
