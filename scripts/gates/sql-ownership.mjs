// Fails when SQL text names a table of another context (docs/architecture.md, rule 6). The owners
// of tables and views come from the compiled contexts, so the project must be built.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, programPath } from '../lib/paths.mjs';

/** Tables that the SQL of every context may name. */
const open = ['platform.outbox', 'platform.audit'];

/**
 * @typedef {{ owners: ReadonlyMap<string, string>, views: ReadonlySet<string> }} Ownership
 * `owners`: the owning context of each `schema.table`. `views`: views that any context may read.
 */

/** @typedef {{ tables: { name: string, context: string }[], contexts: { views?: object }[] }} Declared */

/**
 * Returns the context whose folder contains a source file.
 * @param {string} file from the root, with slashes
 */
const contextOf = (file) => {
  const [top, folder, rest] = file.split('/');
  // The folder `workers` counts as a part of the platform, whose events the workers deliver.
  if (top === 'workers') return 'platform';
  return rest === undefined ? 'programs' : folder;
};

/**
 * Finds the tables of other contexts that the SQL of a file names.
 * @param {string} file
 * @param {string} text
 * @param {Ownership} ownership
 * @returns {string[]} a sentence for each foreign table, with its line
 */
export function tablesOfOtherContexts(file, text, { owners, views }) {
  const own = contextOf(file);
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...code.matchAll(/\b(?:identity|research|platform)\.[a-z_]+\b/g)].flatMap((match) => {
    const [name] = match;
    const owner = owners.get(name);
    if (owner === undefined || owner === own || open.includes(name) || views.has(name)) return [];
    // Skips a match that is the beginning of an event's name: `'identity.account-purged'` does not
    // name the table `identity.account`.
    if (code[match.index + name.length] === '-') return [];
    const line = code.slice(0, match.index).split('\n').length;
    return [`${file}:${line} names ${name}, a table of ${owner}`];
  });
}

/**
 * Checks all files of the server and the workers.
 * @param {string} root @param {Ownership} ownership @returns {string[]}
 */
function foreignTablesIn(root, ownership) {
  return ['server', 'workers']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && /(?<!\.spec)\.ts$/.test(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
    )
    .flatMap((file) =>
      tablesOfOtherContexts(file, readFileSync(join(root, file), 'utf8'), ownership),
    );
}

/** @returns {Ownership} */
function declaredOwnership() {
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  /** @type {unknown} */
  const loaded = require(programPath('server/contexts'));
  const { capabilities } = /** @type {{ capabilities: Declared }} */ (loaded);
  return {
    owners: new Map(capabilities.tables.map(({ name, context }) => [name, context])),
    views: new Set(capabilities.contexts.flatMap(({ views }) => Object.keys(views ?? {}))),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = foreignTablesIn(ROOT, declaredOwnership());
  process.stdout.write(found.map((line) => `${line}\n`).join(''));
  process.exitCode = found.length > 0 ? 1 : 0;
}
