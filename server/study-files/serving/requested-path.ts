import { forgetPath, jatosPath } from '../../../contracts/study-files/study-names';
import { isStudyPath, servedFolder } from '../../../contracts/study-files/study-path';
import { libraryFile } from '../libraries/library-files';
import { frameScriptPath, jatosDescriptionPath, psychoJsScriptPath } from './frame-script';

/** Paths in our own folder, where a study has no files. */
export const ours: ReadonlySet<string> = new Set([
  frameScriptPath,
  psychoJsScriptPath,
  jatosDescriptionPath,
  jatosPath,
  forgetPath,
]);

/** The path after the key; null if neither a study's file nor one of our scripts can have it. */
export function pathIn(url: string, key: string): string | null {
  const folder = `${servedFolder}${key}/`;
  const [raw = ''] = url.slice(folder.length).split(/[?#]/, 1);
  if (!url.startsWith(folder)) return null;
  try {
    const named = decodeURIComponent(raw).normalize('NFC');
    const path = named === '' || named.endsWith('/') ? `${named}index.html` : named;
    return ours.has(path) || libraryFile(path) || isStudyPath(path) ? path : null;
  } catch {
    return null;
  }
}

/** The requested path as text, for a path that no file can have. */
export const requestedPath = (url: string, key: string): string =>
  url.slice(servedFolder.length + key.length + 1).split(/[?#]/, 1)[0] ?? '';
