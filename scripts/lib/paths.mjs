import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * The built programs; another folder may be given, which is how the launcher's own tests run
 * stand-ins.
 */
export const DIST = process.env.COMMONLAB_DIST
  ? resolve(process.env.COMMONLAB_DIST)
  : resolve(ROOT, 'dist');

/** @param {string} name a program as in `server/main` */
export const program = (name) => resolve(DIST, `${name}.js`);
