import { LRUCache } from 'lru-cache';
import { maxCheckedBytes } from '../versions/checked-files.rule';
import { definesJatos } from '../libraries/recognized-libraries.rule';

/**
 * Tells whether a file called `jatos.js` belongs to the study itself. In OSWeb exports, a file of
 * this name starts the experiment. JATOS's own script, and replacements for it, define the object
 * `jatos`; a study's own script does not.
 */
export class StudyJatosScriptDetector {
  private readonly known = new LRUCache<string, { isOwn: boolean }>({ max: 1_000 });

  /**
   * Whether the `jatos.js` of a version is the study's own script.
   * @param file the hash and size of the file; null if the version has no `jatos.js`
   * @param content reads the file
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
