import { clearStoragePath, jatosPath } from '../../../contracts/study-files/study-names';
import { isStudyPath, studyFilesPrefix } from '../../../contracts/study-files/study-path';
import { libraryFile } from '../libraries/library-files';
import { frameScriptPath, jatosDescriptionPath, psychoJsScriptPath } from './frame-script';

/** The paths of our own scripts and data within a study's address. Studies have no files there. */
export const commonlabScriptPaths: ReadonlySet<string> = new Set([
  frameScriptPath,
  psychoJsScriptPath,
  jatosDescriptionPath,
  jatosPath,
  clearStoragePath,
]);

/**
 * Returns the path of the requested file, without query; null if neither a study's file nor one of
 * our files can have this path.
 */
export function studyPathIn(url: string, key: string): string | null {
  const folder = `${studyFilesPrefix}${key}/`;
  const [raw = ''] = url.slice(folder.length).split(/[?#]/, 1);
  if (!url.startsWith(folder)) return null;
  try {
    const named = decodeURIComponent(raw).normalize('NFC');
    const path = named === '' || named.endsWith('/') ? `${named}index.html` : named;
    return commonlabScriptPaths.has(path) || libraryFile(path) || isStudyPath(path) ? path : null;
  } catch {
    return null;
  }
}

/** Returns the path exactly as it is in the URL, for reporting a path that no file can have. */
export const requestedPath = (url: string, key: string): string =>
  url.slice(studyFilesPrefix.length + key.length + 1).split(/[?#]/, 1)[0] ?? '';
