import { posix } from 'node:path';
import { addressFromFile } from '../../../contracts/study-files/own-addresses.rule';
import { findOutsideAddressEdits } from '../addresses/own-edits.rule';
import type { OutsideAddressResolver } from '../addresses/own-paths.rule';
import {
  cdnAddressEditsIn,
  applyAddressEdits,
  type CdnAddressEdit,
} from '../libraries/with-copies.rule';
import { pathUpToRoot } from './placed-pages.rule';

export interface TextWithLibraries {
  text: string;
  isChanged: boolean;
  /** The paths of used library files, relative to the folder of libraries. */
  copies: string[];
}
interface Place {
  /** The path of the file that contains the text, in the study's folder. */
  path: string;
  mime: string;
  /**
   * The path of the study's first page. Addresses in a script are relative to the page that loads
   * the script; the server assumes that this is the first page.
   */
  entry: string;
  /** The folder of the library files in the study's folder; it ends with a slash. */
  libraries: string;
  /** The major version of the study's jsPsych, if it is known. */
  jspsych: number | null;
  paths: OutsideAddressResolver;
}

/**
 * Matches the code just before the address of an import. Such an address is relative to the script,
 * and not to the page.
 */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*["'`]$/;

/**
 * Replaces CDN addresses in a text by addresses of local library files, and root-relative addresses
 * (`/img/a.png`) by addresses of the study's files.
 */
export function withLocalLibraries(text: string, place: Place): TextWithLibraries {
  const edits = cdnAddressEditsIn(text, place.jspsych);
  const isScript = place.mime === 'text/javascript';
  const led = edits.map((edit): CdnAddressEdit => {
    if (edit.copy === null) return edit;
    const isOfPage = isScript && !imported.test(text.slice(Math.max(0, edit.from - 24), edit.from));
    const copy = `${pathUpToRoot(isOfPage ? place.entry : place.path)}${place.libraries}${edit.copy}`;
    return { ...edit, copy };
  });
  const copies = edits.flatMap(({ copy }) => copy ?? []);
  const own = findOutsideAddressEdits(text, place.mime, place.path, place.paths).map((edit) => {
    if ('here' in edit.own) return edit;
    const path = decodeURIComponent(edit.own.below);
    return { ...edit, own: { here: addressFromFile(isScript ? place.entry : place.path, path) } };
  });
  return {
    text: applyAddressEdits(text, [...led, ...own], { libraries: '', folder: '' }),
    isChanged: led.length + own.length > 0,
    copies: [...new Set(copies)],
  };
}

/**
 * Returns the paths of the library files that a module of jsPsych imports.
 * @param path the path of the module
 */
export const libraryFilesImportedIn = (path: string, text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']{1,300})["']/g)].map(
    ([, name = '']) => posix.join(posix.dirname(path), name),
  );

/** Returns the path of the licence notice for a library file. */
export const licenceNoticePathOf = (path: string): string => {
  const parts = path.split('/');
  return [...parts.slice(0, path.startsWith('@') ? 2 : 1), 'LICENSE.txt'].join('/');
};
