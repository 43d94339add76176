import 'reflect-metadata';
import { createRequire } from 'node:module';
import { programPath } from '../../scripts/lib/paths.mjs';

/**
 * Loads a package from the copy that the compiled product uses. Another copy would have classes of
 * its own, which the product would not recognise.
 */
export const loadProductPackage = createRequire(import.meta.url);

/**
 * Loads a compiled file of the product.
 * @param {string} name its path without the extension, as in `server/main`
 */
export const requireBuilt = (name) => loadProductPackage(programPath(name));
