import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { findOutsideAddressEdits } from '../addresses/own-edits.rule';
import type { OutsideAddressResolver } from '../addresses/own-paths.rule';
import { copies } from '../libraries/copies.generated';
import { majorVersionOf } from '../libraries/copy-for.rule';
import { librariesPath } from '../libraries/library-files';
import {
  cdnAddressEditsIn,
  applyAddressEdits,
  type AddressEdit,
} from '../libraries/with-copies.rule';
import { replaceJatosAddresses } from '../import-jatos/jatos-paths.rule';

/**
 * A text file of a version, with the settings of its study that decide which addresses are
 * replaced.
 */
export interface StudyTextFile {
  /** The version whose files the addresses refer to. */
  version_id: string;
  path: string;
  sha256: string;
  mime: string;
  jatos: boolean;
  jspsych: string | null;
}

/**
 * A hash of the list of library files. Pages contain addresses of these files, so the ETag of a
 * page includes this hash.
 */
export const libraryCopiesHash = createHash('sha256')
  .update(Object.keys(copies).join())
  .digest('hex')
  .slice(0, 8);

export const isRewritableType = (mime: string) => /^text\/(html|css|javascript)$/.test(mime);

/**
 * Decodes a file so that its text can be edited. A file in UTF-16 is decoded as UTF-16. All other
 * files are decoded with one character per byte.
 * @returns the text, and the function `bytes`, which encodes the edited text
 */
export function decodeForEditing(file: Buffer): { text: string; bytes: (text: string) => Buffer } {
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
 * Replaces addresses in pages, style sheets and scripts of studies by addresses on this server: CDN
 * addresses of jsPsych, root-relative addresses of a JATOS server, and root-relative addresses of
 * the researcher's website. The stored files are not changed.
 */
export class RewrittenTexts {
  /** The edits of a file, cached by the file and the settings of its study. */
  private readonly edits = new LRUCache<string, AddressEdit[]>({
    maxSize: 100_000,
    sizeCalculation: (edits) => 1 + edits.length,
  });
  /**
   * The texts in which no address has to be replaced. This is true for most texts, so remembering
   * them avoids reading them again.
   */
  private readonly asTheyCame = new LRUCache<string, true>({ max: 20_000 });

  /**
   * Returns the file with its addresses replaced.
   * @param origin the origin at which this server serves the study
   * @param folder the path of the study; it begins and ends with a slash
   * @param paths reads the paths of the version
   * @returns undefined for a file that is served unchanged
   */
  async of(
    file: StudyTextFile,
    { origin, folder }: { origin: string; folder: string },
    content: () => Promise<Buffer>,
    paths: () => Promise<OutsideAddressResolver>,
  ): Promise<{ text: Buffer; hasCopies: boolean } | undefined> {
    const major = file.jspsych === null ? null : majorVersionOf(file.jspsych);
    const id = JSON.stringify([file.version_id, file.path, major, file.jatos]);
    if (!isRewritableType(file.mime) || this.asTheyCame.has(id)) return undefined;
    const came = await content();
    const below = file.jatos ? replaceJatosAddresses(came, folder) : came;
    const { text, bytes } = decodeForEditing(below);
    // The edits are positions in `text`, which may contain the key of the study's address. All keys
    // have the same length. So the cached edits are valid at every address of the version.
    const edits = this.edits.get(id) ?? [
      ...cdnAddressEditsIn(text, major),
      ...findOutsideAddressEdits(text, file.mime, file.path, await paths()),
    ];
    if (below === came && edits.length === 0) {
      this.asTheyCame.set(id, true);
      return undefined;
    }
    this.edits.set(id, edits);
    const changed = applyAddressEdits(text, edits, {
      libraries: `${origin}${folder}${librariesPath}`,
      folder,
    });
    return {
      text: edits.length > 0 ? bytes(changed) : below,
      hasCopies: edits.some((edit) => 'copy' in edit),
    };
  }
}
