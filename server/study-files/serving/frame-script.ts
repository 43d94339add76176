import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownFolder } from '../../../contracts/study-files/study-names';
import { isJatosScript } from '../../../contracts/study-files/study-path';

/** One of our scripts from the web app's build, or undefined where this server has none. */
const built = (name: string): string | undefined =>
  ['../../../web', '../../../dist/web']
    .map((folder) => resolve(__dirname, folder, name))
    .find((path) => existsSync(path));

/**
 * The script by which a study's page communicates with the runner page around it; without it, pages are served
 * unchanged.
 */
export const frameScript = built('frame.js');
/** The script that is loaded after it in a study made with PsychoJS. */
export const psychoJsScript = built('psychojs.js');
/** The script that studies made for JATOS load as `jatos.js`, in place of a file of that name in the study. */
const jatosScript = built('jatos.js');
export const frameScriptPath = `${ownFolder}/frame.js`;
export const psychoJsScriptPath = `${ownFolder}/psychojs.js`;
/** The description of a study for JATOS, which that script reads. */
export const jatosDescriptionPath = `${ownFolder}/jatos.json`;

/** This server's own script for the path at which a study's page requests it. */
export function ownScript(path: string): string | undefined {
  if (path === frameScriptPath) return frameScript;
  if (path === psychoJsScriptPath) return psychoJsScript;
  return isJatosScript(path) ? jatosScript : undefined;
}
