import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

/**
 * Returns the path of the compiled file of a program that runs in a thread or process of its own.
 * Also works for a test that runs from the sources.
 * @param folder the folder of the caller (`__dirname`)
 * @param name the name of the compiled file
 */
export function compiledProgramPath(folder: string, name: string): string {
  const inSources = relative(resolve('.'), folder).split(sep).join('/');
  const found = [resolve(folder, name), resolve('dist', inSources, name)].find(existsSync);
  if (!found) throw new Error(`${name} is not built`);
  return found;
}
