// Fails when folders whose imports must point one way form a cycle: contexts of the server, the
// workers, the contracts, and the layers and features of the web app. Argument: the root (default:
// the project).
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../lib/paths.mjs';

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/**
 * The unit that a file belongs to: `server/<context>`, `web/src/<layer>`,
 * `web/src/features/<name>`, or a top-level folder. A file directly in `server/` or `web/src/` is a
 * unit of its own.
 * @param {string} file from the root, with slashes
 */
export function unitOf(file) {
  const parts = file.split('/');
  if (parts[0] === 'server') return `server/${parts[1]}`;
  if (parts[0] === 'web' && parts[1] === 'src')
    return parts.slice(0, parts[2] === 'features' ? 4 : 3).join('/');
  return parts[0] ?? file;
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} arrows
 * @returns {string[][]} each strongly connected group of more than one unit (Tarjan)
 */
export function circlesIn(arrows) {
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
 * @param {string} root
 * @returns {string[]} a sentence for each circle, with one import for each of its arrows
 */
export function folderCircles(root) {
  /** @type {Map<string, Set<string>>} */
  const arrows = new Map();
  /** @type {Map<string, string>} */
  const examples = new Map();
  const folders = ['contracts', 'server', 'workers', 'web/src'];
  for (const file of folders.flatMap((folder) => filesIn(join(root, folder)))) {
    const from = relative(root, file).split(sep).join('/');
    if (/\.spec\.tsx?$/.test(from) || from.startsWith('web/src/test/')) continue;
    const text = readFileSync(file, 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const target = relative(root, normalize(join(dirname(file), path)))
        .split(sep)
        .join('/');
      const [here, there] = [unitOf(from), unitOf(target.includes('.') ? target : `${target}.ts`)];
      if (here === there) continue;
      arrows.set(here, (arrows.get(here) ?? new Set()).add(there));
      if (!examples.has(`${here} ${there}`))
        examples.set(`${here} ${there}`, `${from} -> ${target}`);
    }
  }
  return circlesIn(arrows).map((group) => {
    const lines = group.flatMap((one) =>
      group.flatMap((other) => examples.get(`${one} ${other}`) ?? []),
    );
    return `A circle of folders: ${group.join(', ')}\n${lines.map((line) => `    ${line}`).join('\n')}`;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const circles = folderCircles(process.argv[2] ?? ROOT);
  process.stdout.write(circles.map((circle) => `${circle}\n`).join(''));
  process.exitCode = circles.length > 0 ? 1 : 0;
}
