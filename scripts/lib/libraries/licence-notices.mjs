import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson } from '../processes/state.mjs';

/**
 * @typedef {{ name: string, version: string, license?: string, author?: string | { name: string },
 *   homepage?: string, dependencies?: Record<string, string> }} Manifest
 */

/** jsPsych's packages since 7 come without a file of their licence; its text is the project's. */
const OF_JSPSYCH = 'node_modules/jspsych-6/license.txt';

/** @param {string} folder @returns {string | undefined} */
function licenceIn(folder) {
  const file = readdirSync(folder).find((name) =>
    /^(licen[cs]e|copying)(\.(txt|md))?$/i.test(name),
  );
  return file && readFileSync(join(folder, file), 'utf8').trim();
}

/** The folder of a package that another one depends on. @param {string} from @param {string} name */
function folderOf(from, name) {
  for (let at = from; dirname(at) !== at; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return undefined;
}

/**
 * The notices that licences require with copies of a package: its own, and those of all packages that its
 * built files contain.
 * @param {string} folder of the package
 * @param {string} root
 */
export function noticesOf(folder, root) {
  /** @type {Map<string, string>} */
  const told = new Map();
  const waiting = [folder];
  for (let at = waiting.shift(); at; at = waiting.shift()) {
    /** @type {Manifest | undefined} */
    const found = readJson(join(at, 'package.json'));
    if (!found) throw new Error(`There is no package in ${at}.`);
    const { name, version, license, author, homepage, dependencies = {} } = found;
    const id = `${name} ${version}`;
    if (told.has(id)) continue;
    const by = typeof author === 'string' ? author : author?.name;
    const isOfJsPsych = name === 'jspsych' || name.startsWith('@jspsych/');
    const text =
      licenceIn(at) ??
      (isOfJsPsych ? readFileSync(join(root, OF_JSPSYCH), 'utf8').trim() : undefined);
    told.set(
      id,
      [
        id,
        `Licence: ${license ?? 'none told'}`,
        by && `Author: ${by}`,
        homepage,
        text && `\n${text}`,
      ]
        .filter(Boolean)
        .join('\n'),
    );
    for (const needed of Object.keys(dependencies)) {
      const next = folderOf(at, needed);
      // Packages that contain only types are not part of the built files.
      if (next && needed !== 'type-fest') waiting.push(next);
    }
  }
  return `${[...told.values()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
