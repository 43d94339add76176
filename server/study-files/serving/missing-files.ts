import { Injectable } from '@nestjs/common';
import { sha256 } from '../../platform/security/secrets';

/** @param address SHA-256 of the key @param path as the version would have it */
type Hears = (address: Buffer, path: string) => void;

/**
 * Where the context that keeps runs hears of files that pages ask for and that their version does not
 * have: that context knows this one, and not the other way round. Previews and rehearsals tell it, too;
 * of their addresses there is no run.
 */
@Injectable()
export class MissingFiles {
  private hears: Hears | undefined;

  /** @throws Error where two want to hear it */
  heardBy(hears: Hears): void {
    if (this.hears) throw new Error('missing files are heard of already');
    this.hears = hears;
  }

  tell(key: string, path: string): void {
    this.hears?.(sha256(key), path);
  }
}
