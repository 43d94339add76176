import 'reflect-metadata';
import { createRequire } from 'node:module';
import { program } from '../../scripts/lib/paths.mjs';

/** Loads a package that the product uses, as the same instance. */
export const packageOf = createRequire(import.meta.url);

/** @param {string} name a built file of the product */
export const built = (name) => packageOf(program(name));
