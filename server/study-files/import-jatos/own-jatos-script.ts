import { LRUCache } from 'lru-cache';
import { checkedBytes } from '../versions/checked-files.rule';
import { definesJatos } from '../libraries/recognized-libraries.rule';

/**
 * Finds out which files called `jatos.js` are the study's own: in OSWeb exports, a file of that name starts the
 * experiment. JATOS' script, and a study's replacement for it, define the object `jatos`.
 */
export class OwnJatosScripts {
  private readonly known = new LRUCache<string, { isOwn: boolean }>({ max: 1_000 });

  /** @param file of a version; no content, where the version has none of that path */
  async has(
    file: { sha256: string | null; bytes: number | null },
    content: () => Promise<Buffer>,
  ): Promise<boolean> {
    const { sha256, bytes } = file;
    if (sha256 === null || bytes === null || bytes > checkedBytes) return false;
    const known = this.known.get(sha256);
    if (known) return known.isOwn;
    const isOwn = !definesJatos((await content()).toString('latin1'));
    this.known.set(sha256, { isOwn });
    return isOwn;
  }
}
