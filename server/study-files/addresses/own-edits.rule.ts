import { isUtf8 } from 'node:buffer';
import {
  mayContainAddresses,
  addressesInPage,
  addressesInScript,
  addressesInStyle,
  type AddressOccurrence,
  type PageAddresses,
} from '../../../contracts/study-files/own-address-places.rule';
import {
  addressFromFile,
  encodeAsAddress,
} from '../../../contracts/study-files/own-addresses.rule';
import type { OutsideAddressResolver } from './own-paths.rule';

/**
 * A place in a file where an address points outside of the study's folder, and the address that
 * replaces it.
 */
export interface OutsideAddressEdit {
  from: number;
  to: number;
  /**
   * The path of the file that the address means: `here` is relative to the file that contains the
   * address, `below` is relative to the study's folder.
   */
  own: { here: string } | { below: string };
}

/**
 * Decodes `&amp;` in an address. If the file was read with one character per byte, the address may
 * still consist of the bytes of UTF-8. In this case, also decodes the UTF-8.
 */
function asWritten(text: string): string {
  const plain = text.replaceAll('&amp;', '&');
  if (!/[\x80-\xff]/.test(plain) || /[^\0-\xff]/.test(plain)) return plain;
  const bytes = Buffer.from(plain, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : plain;
}

function placesIn(text: string, mime: string): PageAddresses {
  if (mime === 'text/html') return addressesInPage(text);
  const places = mime === 'text/css' ? addressesInStyle(text) : addressesInScript(text);
  return { places, hasBase: false };
}

function ownOf(
  { text, how }: AddressOccurrence,
  file: string,
  paths: OutsideAddressResolver,
): string | null {
  const address = asWritten(text);
  if (how === 'base' || how === 'beginning') return paths.meantFolder(address, file);
  return paths.meant(address, file);
}

/**
 * Finds addresses in a page, style sheet or script that point outside of the version's folder but
 * mean one of its files.
 * @param text the text of the file, decoded or with one character per byte
 * @param file the path of the file that contains the text
 */
export function findOutsideAddressEdits(
  text: string,
  mime: string,
  file: string,
  paths: OutsideAddressResolver,
): OutsideAddressEdit[] {
  if (!mayContainAddresses(text)) return [];
  const { places, hasBase } = placesIn(text, mime);
  return places.flatMap((place): OutsideAddressEdit[] => {
    const { from, to, how } = place;
    const path = ownOf(place, file, paths);
    if (path === null) return [];
    // An address in a script is relative to the page that loads the script. In a page with
    // `<base>`, an address is relative to that base. In these two cases, a path relative to the
    // file could be wrong. So the address becomes a path below the study's folder.
    const isBelow = how === 'page' || (hasBase && how !== 'base');
    const own = isBelow ? { below: encodeAsAddress(path) } : { here: addressFromFile(file, path) };
    return [{ from, to, own }];
  });
}
