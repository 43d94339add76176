// node scripts/lib/checks/long-lines.mjs [FOLDER]: lists the lines of more than 140 columns, and
// fails if there are any. oxfmt breaks code at 100 columns, but leaves strings, SQL and test names
// as they are.
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths.mjs';

const LIMIT = 140;
const READ = new Set([
  ...['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs'],
  ...['.css', '.html', '.json', '.yml', '.yaml', '.sh', '.sql'],
]);
/**
 * Files and folders that are not checked. The translations in `locales` have one sentence per line;
 * all other entries are generated.
 */
const SKIPPED = new Set([
  ...['locales', 'node_modules', 'dist', 'coverage', '.cache', '.git', 'package-lock.json'],
  ...['timeline-plugins.json', 'icons'],
]);

/**
 * Returns the paths of all files below a folder that are checked.
 * @param {string} folder @returns {string[]}
 */
const filesOf = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesOf(path);
      return entry.isFile() && READ.has(extname(entry.name)) ? [path] : [];
    });

/**
 * Finds the lines that are too long; each is given as `file:line: columns`.
 * @param {string} root
 * @returns {string[]}
 */
const longLines = (root) =>
  filesOf(root)
    .sort()
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line, i) => ({ columns: [...line].length, number: i + 1 }))
        .filter(({ columns }) => columns > LIMIT)
        .map(
          ({ columns, number }) =>
            `${relative(root, file).split(sep).join('/')}:${number}: ${columns} columns`,
        ),
    );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = longLines(process.argv[2] ?? ROOT);
  if (found.length > 0) process.stderr.write(`${found.join('\n')}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
