import { Injectable } from '@nestjs/common';
import { sha256 } from '../../platform/security/secrets';

/**
 * Called when a page requests a file that its version does not have.
 * @param keyHash SHA-256 of the key
 * @param path the requested path within the version
 */
type Listener = (keyHash: Buffer, path: string) => void;

/**
 * Notifies the runtime context of files that a page requests but its version does not have. The
 * runtime context registers a listener here, because this context must not depend on it. Requests
 * in previews and rehearsals are reported, too. The listener ignores them, since their addresses
 * belong to no run.
 */
@Injectable()
export class MissingFileNotifier {
  private listener: Listener | undefined;

  /** @throws Error where a listener is registered already */
  listen(listener: Listener): void {
    if (this.listener) throw new Error('missing files have a listener already');
    this.listener = listener;
  }

  tell(key: string, path: string): void {
    this.listener?.(sha256(key), path);
  }
}
