import { jatosPath } from '../../../contracts/study-files/study-names';

/*
 * Studies made for older versions of JATOS load their own files, and its script, from the root of its
 * server. Here each study is below an address of its own.
 */

const files = '/study_assets/';
const script = '/assets/javascripts/jatos.js';
const rooted = new RegExp(`(?<![\\w./])(?:${files}|${script.replaceAll('.', '\\.')})`, 'g');

/** The path within the study of an address below JATOS's root; null for others. */
export const pathAtJatos = (address: string): string | null =>
  address.startsWith(files)
    ? address.slice(files.length)
    : address.startsWith(script)
      ? 'jatos.js'
      : null;

/**
 * Replaces such addresses in a text file of a JATOS study by addresses of this server; all other bytes stay.
 * @param folder of the study: a path that begins and ends with a slash, in ASCII
 */
export function withPathsBelow(file: Buffer, folder: string): Buffer {
  // Read with one character per byte, whatever the encoding, since only ASCII text is searched.
  const text = file.toString('latin1');
  const changed = text.replace(rooted, (found) =>
    found === files ? folder : `${folder}${jatosPath}`,
  );
  return changed === text ? file : Buffer.from(changed, 'latin1');
}
