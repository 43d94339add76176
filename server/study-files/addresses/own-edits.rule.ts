import { isUtf8 } from 'node:buffer';
import {
  mayHavePlaces,
  placesInPage,
  placesInScript,
  placesInStyle,
  type AddressPlace,
  type PagePlaces,
} from '../../../contracts/study-files/own-address-places.rule';
import { addressFromFile, asAddress } from '../../../contracts/study-files/own-addresses.rule';
import type { OwnPaths } from './own-paths.rule';

/** Where an address in a file points outside of the study's folder, and what replaces it. */
export interface OwnEdit {
  from: number;
  to: number;
  /**
   * The new address. `here`: relative to the file that contains it. `below`: a path below the
   * study's folder.
   */
  own: { here: string } | { below: string };
}

/** Decodes a text that may have one character for each byte of UTF-8. */
function asWritten(text: string): string {
  const plain = text.replaceAll('&amp;', '&');
  if (!/[\x80-\xff]/.test(plain) || /[^\0-\xff]/.test(plain)) return plain;
  const bytes = Buffer.from(plain, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : plain;
}

function placesIn(text: string, mime: string): PagePlaces {
  if (mime === 'text/html') return placesInPage(text);
  const places = mime === 'text/css' ? placesInStyle(text) : placesInScript(text);
  return { places, hasBase: false };
}

function ownOf({ text, how }: AddressPlace, file: string, paths: OwnPaths): string | null {
  const address = asWritten(text);
  if (how === 'base' || how === 'beginning') return paths.meantFolder(address, file);
  return paths.meant(address, file);
}

/**
 * Finds addresses in a page, style sheet or script that point outside of the version's folder but
 * mean one of its files.
 * @param text one character per byte, or decoded
 * @param file the path of the file that contains the text
 */
export function ownEditsIn(text: string, mime: string, file: string, paths: OwnPaths): OwnEdit[] {
  if (!mayHavePlaces(text)) return [];
  const { places, hasBase } = placesIn(text, mime);
  return places.flatMap((place): OwnEdit[] => {
    const { from, to, how } = place;
    const path = ownOf(place, file, paths);
    if (path === null) return [];
    // An address in a script is relative to the page that loads the script, and an address in a
    // page with `<base>` is relative to that base. Both get paths below the study's folder.
    const isBelow = how === 'page' || (hasBase && how !== 'base');
    const own = isBelow ? { below: asAddress(path) } : { here: addressFromFile(file, path) };
    return [{ from, to, own }];
  });
}
