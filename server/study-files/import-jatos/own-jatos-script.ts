import { LRUCache } from 'lru-cache';
import { maxCheckedBytes } from '../versions/checked-files.rule';
import { definesJatos } from '../libraries/recognized-libraries.rule';

/**
 * Tells whether a file called `jatos.js` is the study's own: in OSWeb exports, a file of that name
 * starts the experiment. JATOS' script, or a replacement for it that came with the study, defines
 * the object `jatos`; the study's own script does not.
 */
export class StudyJatosScriptDetector {
  private readonly known = new LRUCache<string, { isOwn: boolean }>({ max: 1_000 });

  /**
   * @param file a file of a version; null fields where the version has no such file
   * @param content reads it
   */
  async has(
    file: { sha256: string | null; bytes: number | null },
    content: () => Promise<Buffer>,
  ): Promise<boolean> {
    const { sha256, bytes } = file;
    if (sha256 === null || bytes === null || bytes > maxCheckedBytes) return false;
    const known = this.known.get(sha256);
    if (known) return known.isOwn;
    const isOwn = !definesJatos((await content()).toString('latin1'));
    this.known.set(sha256, { isOwn });
    return isOwn;
  }
}
