import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownFolder } from '../../../contracts/study-files/study-names';
import { isJatosScript } from '../../../contracts/study-files/study-path';

/** A script of ours as the web app's build has it, or undefined where this server has none. */
const built = (name: string): string | undefined =>
  ['../../../web', '../../../dist/web']
    .map((folder) => resolve(__dirname, folder, name))
    .find((path) => existsSync(path));

/** What lets a page of a study talk with the runner around it; without it, pages are served as they are. */
export const frameScript = built('frame.js');
/** What a study made with PsychoJS has beside it: the script behind that one. */
export const psychoJsScript = built('psychojs.js');
/** What studies made for JATOS find as `jatos.js`, in place of any that they bring. */
const jatosScript = built('jatos.js');
export const frameScriptPath = `${ownFolder}/frame.js`;
export const psychoJsScriptPath = `${ownFolder}/psychojs.js`;
/** What the description of a study for JATOS says, for that script. */
export const jatosDescriptionPath = `${ownFolder}/jatos.json`;

/** Of this server's own scripts: by the path at which a study's page asks for it, the file. */
export function ownScript(path: string): string | undefined {
  if (path === frameScriptPath) return frameScript;
  if (path === psychoJsScriptPath) return psychoJsScript;
  return isJatosScript(path) ? jatosScript : undefined;
}
