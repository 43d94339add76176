import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { platformFolder } from '../../../contracts/study-files/study-names';
import { isJatosScript } from '../../../contracts/study-files/study-path';

/** Finds one of our scripts in the web app's build; undefined if the web app was not built. */
const built = (name: string): string | undefined =>
  ['../../../web', '../../../dist/web']
    .map((folder) => resolve(__dirname, folder, name))
    .find((path) => existsSync(path));

/**
 * The script that is inserted into a study's pages, so that they can communicate with the runner
 * page around them. Without it, pages are served unchanged.
 */
export const frameScript = built('frame.js');
/** The script that follows `frameScript` in a study that was made with PsychoJS. */
export const psychoJsScript = built('psychojs.js');
/**
 * The script that studies made for JATOS get when they request `jatos.js`, unless the study has a
 * script of its own with this name (own-jatos-script.ts).
 */
const jatosScript = built('jatos.js');
export const frameScriptPath = `${platformFolder}/frame.js`;
export const psychoJsScriptPath = `${platformFolder}/psychojs.js`;
/** The path of the JATOS description of the study, which our `jatos.js` reads. */
export const jatosDescriptionPath = `${platformFolder}/jatos.json`;

/**
 * Returns the path on disk of our script for a requested path; undefined for paths of the study's
 * own files.
 */
export function commonlabScriptFile(path: string): string | undefined {
  if (path === frameScriptPath) return frameScript;
  if (path === psychoJsScriptPath) return psychoJsScript;
  return isJatosScript(path) ? jatosScript : undefined;
}
