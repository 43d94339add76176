import { Injectable } from '@nestjs/common';
import { sha256 } from '../../platform/security/secrets';

/**
 * @param keyHash SHA-256 of the key
 * @param path the requested path within the version
 */
type Listener = (keyHash: Buffer, path: string) => void;

/**
 * The context of the runs registers a listener here for files that pages request and that their version does
 * not have: it depends on this context, and not the other way round. Previews and rehearsals report such
 * files, too, but their addresses belong to no run.
 */
@Injectable()
export class MissingFiles {
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
