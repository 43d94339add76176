import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** @typedef {import('./nodes.mjs').Fn} Fn */
/** @typedef {(declaration: Fn, given: readonly string[]) => string | undefined} Run */

const require = createRequire(import.meta.url);

/**
 * @param {string} root @param {string} file of the sources @returns {string} its compiled file
 */
const compiledOf = (root, file) => join(root, 'dist', relative(root, file).replace(/\.ts$/, '.js'));

/**
 * @param {string} path of a compiled file
 * @returns {Record<string, unknown>} its exports
 */
export function loadCompiled(path) {
  require('reflect-metadata');
  /** @type {unknown} */
  const loaded = require(path);
  return /** @type {Record<string, unknown>} */ (loaded);
}

/**
 * Makes a function that runs an exported function of the compiled product. Some functions of the
 * product make an SQL fragment from constants. The gate runs them to learn the fragment.
 * @param {string} root
 * @returns {Run}
 */
export const runCompiled = (root) => (declaration, given) => {
  const holder = ts.isVariableDeclaration(declaration.parent) ? declaration.parent : declaration;
  const path = compiledOf(root, declaration.getSourceFile().fileName);
  const { name } = holder;
  if (!name || !ts.isIdentifier(name) || !existsSync(path)) return undefined;
  const exported = loadCompiled(path)[name.text];
  if (typeof exported !== 'function') return undefined;
  /** @type {unknown} */
  const result = Reflect.apply(exported, undefined, given);
  return typeof result === 'string' ? result : undefined;
};
