import { isOneLine } from '../base/fields';
import { studyFilesLimits } from './limits';
import { platformFolder } from './study-names';

/**
 * Whether a text can be the path of a file within a study: parts between slashes, none of which is
 * empty or leads upwards, composed (NFC), without invisible characters and without characters that
 * Windows refuses or interprets.
 */
export const isStudyPath = (path: string): boolean =>
  path.length > 0 &&
  path.length <= studyFilesLimits.studyFilePath &&
  isOneLine(path) &&
  path.normalize('NFC') === path &&
  !/[\\:*?"<>|]/.test(path) &&
  path.split('/')[0] !== platformFolder &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/**
 * Whether a path leads to JATOS' own script, which studies may load from any folder: under each
 * such path the server serves its own script.
 */
export const isJatosScript = (path: string): boolean => /(^|\/)jatos\.js$/.test(path);

/** The first part of the path of studies' files: `/s/{key}/{path}`. */
export const studyFilesPrefix = '/s/';
/** The form of `{key}` in the path `/s/{key}/{path}`. */
export const servingKeyPattern = /^[\w-]{32}$/;
