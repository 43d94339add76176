import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownFolder } from '../../../contracts/study-path';

/** What lets a page of a study talk with the runner around it, as the web app's build has it. */
const builtAt = [
  resolve(__dirname, '../../../web/frame.js'),
  resolve(__dirname, '../../../dist/web/frame.js'),
];
/** The file, or undefined where this server has none: pages are then served as they are. */
export const frameScript: string | undefined = builtAt.find((path) => existsSync(path));

export const frameScriptPath = `${ownFolder}/frame.js`;
/** Of this server's own scripts: by their name in the folder, the file. */
export const ownScript = (path: string): string | undefined =>
  path === frameScriptPath ? frameScript : undefined;
