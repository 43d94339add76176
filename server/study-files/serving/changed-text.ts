import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ownEditsIn } from '../addresses/own-edits.rule';
import type { OwnPaths } from '../addresses/own-paths.rule';
import { copies } from '../libraries/copies.generated';
import { majorOf } from '../libraries/copy-for.rule';
import { librariesPath } from '../libraries/library-files';
import { copiesIn, withEdits, type Edit } from '../libraries/with-copies.rule';
import { withPathsBelow } from '../import-jatos/jatos-paths.rule';

/** A text file of a version, with the settings of the study that determine how its addresses are replaced. */
export interface StudyText {
  /** The version whose files the addresses refer to. */
  version_id: string;
  path: string;
  sha256: string;
  mime: string;
  jatos: boolean;
  jspsych: string | null;
}

/** A hash of the copied libraries: if they change, the same files result in different pages. */
export const copiesMark = createHash('sha256')
  .update(Object.keys(copies).join())
  .digest('hex')
  .slice(0, 8);

export const isChangeable = (mime: string) => /^text\/(html|css|javascript)$/.test(mime);

/** The characters of a text in UTF-16; otherwise one character for each byte, whatever the encoding. */
export function characters(file: Buffer): { text: string; bytes: (text: string) => Buffer } {
  const mark = file.length % 2 === 0 ? file.subarray(0, 2).toString('hex') : '';
  if (mark === 'fffe')
    return { text: file.toString('utf16le'), bytes: (text) => Buffer.from(text, 'utf16le') };
  if (mark === 'feff')
    return {
      text: Buffer.from(file).swap16().toString('utf16le'),
      bytes: (text) => Buffer.from(text, 'utf16le').swap16(),
    };
  return { text: file.toString('latin1'), bytes: (text) => Buffer.from(text, 'latin1') };
}

/**
 * Rewrites addresses in pages, style sheets and scripts of studies so that they refer to files of this server:
 * addresses of JATOS' server, of jsPsych at CDNs, and root-relative ones. The stored files stay as they were
 * uploaded.
 */
export class ChangedTexts {
  /**
   * Cache of edits by file and study settings: of CDN addresses, and of addresses that point outside of the folder.
   */
  private readonly edits = new LRUCache<string, Edit[]>({
    maxSize: 100_000,
    sizeCalculation: (edits) => 1 + edits.length,
  });
  /** Cache of texts that need no change, as most do; they are not read again. */
  private readonly asTheyCame = new LRUCache<string, true>({ max: 20_000 });

  /**
   * @param origin of the server
   * @param folder of the study: a path that begins and ends with a slash
   * @param paths of the version
   * @returns undefined for a file that is served unchanged
   */
  async of(
    file: StudyText,
    { origin, folder }: { origin: string; folder: string },
    content: () => Promise<Buffer>,
    paths: () => Promise<OwnPaths>,
  ): Promise<{ text: Buffer; hasCopies: boolean } | undefined> {
    const major = file.jspsych === null ? null : majorOf(file.jspsych);
    const id = JSON.stringify([file.version_id, file.path, major, file.jatos]);
    if (!isChangeable(file.mime) || this.asTheyCame.has(id)) return undefined;
    const came = await content();
    const below = file.jatos ? withPathsBelow(came, folder) : came;
    const { text, bytes } = characters(below);
    // The folders of all keys have the same length, so that positions in a file are the same for all of them.
    const edits = this.edits.get(id) ?? [
      ...copiesIn(text, major),
      ...ownEditsIn(text, file.mime, file.path, await paths()),
    ];
    if (below === came && edits.length === 0) {
      this.asTheyCame.set(id, true);
      return undefined;
    }
    this.edits.set(id, edits);
    const changed = withEdits(text, edits, {
      libraries: `${origin}${folder}${librariesPath}`,
      folder,
    });
    return {
      text: edits.length > 0 ? bytes(changed) : below,
      hasCopies: edits.some((edit) => 'copy' in edit),
    };
  }
}
