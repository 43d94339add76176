import 'reflect-metadata';
import { createRequire } from 'node:module';
import { programPath } from '../../scripts/lib/paths.mjs';

/** Loads the same copy of a package that the compiled product loads, with the same classes. */
export const loadProductPackage = createRequire(import.meta.url);

/**
 * Loads a compiled file of the product.
 * @param {string} name its path without the extension, as in `server/main`
 */
export const requireBuilt = (name) => loadProductPackage(programPath(name));
