import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * The folder of the built programs; the launcher's own tests set another folder with stand-in
 * programs.
 */
export const DIST = process.env.COMMONLAB_DIST
  ? resolve(process.env.COMMONLAB_DIST)
  : resolve(ROOT, 'dist');

/** The path of a compiled program. @param {string} name such as `server/main` */
export const programPath = (name) => resolve(DIST, `${name}.js`);
