import { jatosPath } from '../../../contracts/study-files/study-names';

/*
 * Studies for older versions of JATOS load their own files, and JATOS' script, by root-relative
 * addresses of the JATOS server. On this server, each study has its own address, so these addresses
 * are replaced.
 */

const files = '/study_assets/';
const script = '/assets/javascripts/jatos.js';
const rooted = new RegExp(`(?<![\\w./])(?:${files}|${script.replaceAll('.', '\\.')})`, 'g');

/**
 * Converts a root-relative address of a JATOS server to a path within the study; null for all other
 * addresses.
 */
export const studyPathOfJatosAddress = (address: string): string | null =>
  address.startsWith(files)
    ? address.slice(files.length)
    : address.startsWith(script)
      ? 'jatos.js'
      : null;

/**
 * In a text file, replaces root-relative addresses of a JATOS server by addresses below `folder`.
 * All other bytes stay.
 * @param folder the path of the study on this server; it begins and ends with a slash, in ASCII
 */
export function replaceJatosAddresses(file: Buffer, folder: string): Buffer {
  // The file is read with one character per byte, whatever its encoding, since only ASCII text is
  // searched.
  const text = file.toString('latin1');
  const changed = text.replace(rooted, (found) =>
    found === files ? folder : `${folder}${jatosPath}`,
  );
  return changed === text ? file : Buffer.from(changed, 'latin1');
}
