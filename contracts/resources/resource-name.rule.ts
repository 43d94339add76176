import { isOneLine } from '../base/fields';
import { resourcesLimits } from './limits';

/**
 * Names that Windows reserves for devices, with any file extension: a ZIP with such a file cannot
 * be unpacked on Windows.
 */
const deviceName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/**
 * Whether a text can be the name of a file or folder. The rule is the same as for paths within a
 * study (contracts/study-files/study-path.ts), so that each file can be copied into a study under
 * its name. The name must be composed (NFC).
 */
export const isResourceName = (name: string): boolean =>
  name.length > 0 &&
  name.length <= resourcesLimits.name &&
  isOneLine(name) &&
  name.normalize('NFC') === name &&
  name.trim() === name &&
  !/[\\/:*?"<>|]/.test(name) &&
  !/^\.+$/.test(name) &&
  !name.endsWith('.') &&
  !deviceName.test(name);

/**
 * Returns the key by which names in one folder are compared. Two names with the same key are
 * refused, since systems that ignore case would overwrite one file with the other.
 */
export const nameComparisonKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().toUpperCase();

/**
 * Splits a path such as `faces/happy/01.png` into names, composed (NFC); the last one names the
 * file.
 * @returns undefined if a part cannot be a name, or if there are more folders than `depth`
 */
export function pathSegments(path: string): string[] | undefined {
  const names = path.normalize('NFC').split('/');
  return names.length <= resourcesLimits.depth && names.every(isResourceName) ? names : undefined;
}
