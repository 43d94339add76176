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

/** An address that points outside of the study's folder, and its replacement. */
export interface OwnEdit {
  from: number;
  to: number;
  /** `here`: an address relative to the file. `below`: a path below the study's folder. */
  own: { here: string } | { below: string };
}

/** Decodes UTF-8 in a text that has one character for each byte. */
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
 * The places in a page, style sheet or script with addresses that point outside of the version's folder but mean one
 * of its files.
 * @param text one character per byte, or decoded
 * @param file its path
 */
export function ownEditsIn(text: string, mime: string, file: string, paths: OwnPaths): OwnEdit[] {
  if (!mayHavePlaces(text)) return [];
  const { places, hasBase } = placesIn(text, mime);
  return places.flatMap((place): OwnEdit[] => {
    const { from, to, how } = place;
    const path = ownOf(place, file, paths);
    if (path === null) return [];
    // Addresses in a script are relative to its page, and other addresses of a page with a base are relative
    // to that base.
    const isBelow = how === 'page' || (hasBase && how !== 'base');
    const own = isBelow ? { below: asAddress(path) } : { here: addressFromFile(file, path) };
    return [{ from, to, own }];
  });
}
