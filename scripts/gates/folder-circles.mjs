// Fails when folders import each other in a circle. In every folder, it looks for circles among the
// sub-folders and files; a circle counts if at least one of them is a folder. Imports of types
// (`import type`) count as imports. Argument: the root (default: the project).
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../lib/paths.mjs';

const SOURCES = ['contracts', 'server', 'workers', 'web/src', 'scripts', 'bench', 'test'];

/**
 * Returns the paths of all source files below a folder.
 * @param {string} folder @returns {string[]}
 */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/**
 * Whether a file belongs to the product and not to its tests.
 * @param {string} file from the root, with slashes
 */
const isProduct = (file) => !/\.spec\.\w+$/.test(file) && !file.startsWith('web/src/test/');

/**
 * Finds circles in a graph.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} arrows
 * @returns {string[][]} each strongly connected group of more than one unit (Tarjan)
 */
function circlesIn(arrows) {
  /** @type {Map<string, { index: number, low: number, onStack: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} unit */
  function visit(unit) {
    const own = { index: seen.size, low: seen.size, onStack: true };
    seen.set(unit, own);
    stack.push(unit);
    for (const next of arrows.get(unit) ?? []) {
      const known = seen.get(next);
      if (!known) own.low = Math.min(own.low, visit(next).low);
      else if (known.onStack) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const group = stack.splice(stack.indexOf(unit));
      for (const member of group) {
        const known = seen.get(member);
        if (known) known.onStack = false;
      }
      if (group.length > 1) found.push(group.sort());
    }
    return own;
  }
  for (const unit of arrows.keys()) if (!seen.has(unit)) visit(unit);
  return found;
}

/**
 * Returns the lowest folder that contains both files, and two entries of this folder. `from` is the
 * first file, or the sub-folder that contains it. `to` is the second file, or the sub-folder that
 * contains it.
 * @param {string} one
 * @param {string} other from the root, with slashes
 */
function parted(one, other) {
  const [here, there] = [one.split('/'), other.split('/')];
  const depth = here.findIndex((name, i) => name !== there[i]);
  return {
    folder: here.slice(0, depth).join('/'),
    from: here[depth] ?? '',
    to: there[depth] ?? '',
  };
}

/**
 * Finds the circles of folders in a project.
 * @param {string} root
 * @returns {{ folder: string, members: string[], imports: string[] }[]} each circle, with one import
 * for each of its arrows
 */
function folderCircles(root) {
  const sources = SOURCES.flatMap((folder) => {
    try {
      return filesIn(join(root, folder));
    } catch {
      return [];
    }
  }).map((file) => relative(root, file).split(sep).join('/'));
  const known = new Set(sources);
  /** @type {Map<string, Map<string, Map<string, string>>>} an import, by folder, from and to */
  const levels = new Map();
  for (const file of sources.filter(isProduct)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const bare = normalize(join(dirname(file), path))
        .split(sep)
        .join('/');
      const target = [bare, `${bare}.ts`, `${bare}.tsx`, bare.replace(/\.js$/, '.ts')].find((one) =>
        known.has(one),
      );
      if (target === undefined || target === file) continue;
      const { folder, from, to } = parted(file, target);
      const level =
        levels.get(folder) ?? /** @type {Map<string, Map<string, string>>} */ (new Map());
      levels.set(folder, level);
      const arrows = level.get(from) ?? /** @type {Map<string, string>} */ (new Map());
      level.set(from, arrows);
      if (!arrows.has(to)) arrows.set(to, `${file} -> ${target}`);
    }
  }
  return [...levels].flatMap(([folder, level]) =>
    circlesIn(new Map([...level].map(([from, to]) => [from, new Set(to.keys())])))
      .filter((members) => members.some((name) => !known.has(folder ? `${folder}/${name}` : name)))
      .map((members) => ({
        folder,
        members,
        imports: members.flatMap((one) =>
          members.flatMap((other) => level.get(one)?.get(other) ?? []),
        ),
      })),
  );
}

/**
 * Describes the circles for people.
 * @param {ReturnType<typeof folderCircles>} circles
 * @returns {string[]} a sentence for each circle
 */
const sentencesFor = (circles) =>
  circles.map(
    ({ folder, members, imports }) =>
      `A circle in ${folder || 'the project'}: ${members.join(', ')}\n${imports.map((line) => `    ${line}`).join('\n')}`,
  );

/**
 * Finds the circles of folders in a project.
 * @param {string} root
 * @returns {string[]} a sentence for each circle
 */
export const findCircles = (root) => sentencesFor(folderCircles(root));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = findCircles(process.argv[2] ?? ROOT);
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
