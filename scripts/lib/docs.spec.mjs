import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from './paths.mjs';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const folders =
  'test|integration|e2e|server|workers|web|contracts|migrations|scripts|docker|docs|bench|locales';
const endings = 'ts|tsx|mjs|cjs|md|conf|env|yml|json';

/**
 * Returns the file names in backticks on a page of the documentation. The ASVS table writes paths
 * without `test/`, so this adds `test/` to them.
 * @param {string} text
 */
const filesIn = (text) =>
  [...text.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+\\.(?:${endings}))\``, 'g'))].map(
    ([, name = '']) => (/^(integration|e2e)\//.test(name) ? `test/${name}` : name),
  );
/**
 * Names in backticks that are not files of the repository: a file in an export archive, and a name
 * that the project avoids.
 */
const elsewhere = new Set(['audit-log.json', 'index.ts']);
const unread = /^(node_modules|dist|\.git|\.cache)$/;
/** @param {string} folder @returns {string[]} */
const namesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (unread.test(entry.name)) return [];
    return entry.isDirectory() ? namesBelow(join(folder, entry.name)) : [entry.name];
  });
const names = namesBelow(ROOT);
/**
 * Finds names in backticks, without a folder, that no file has. A name such as `.rule.ts` is
 * compared with the ends of file names.
 * @param {string} text
 */
const unknownIn = (text) =>
  [...text.matchAll(new RegExp(`\`([\\w.-]+\\.(?:${endings}))\``, 'g'))]
    .map(([, name = '']) => name)
    .filter((name) => !elsewhere.has(name))
    .filter(
      (name) => !names.some((one) => (name.startsWith('.') ? one.endsWith(name) : one === name)),
    );

/** @param {string} text */
const linksIn = (text) =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);

describe('files and links named in the documentation exist', () => {
  test.each(pages)('in %s', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const missing = [
      ...filesIn(text).map((name) => join(ROOT, name)),
      ...linksIn(text).map((link) => resolve(ROOT, dirname(page), link)),
    ].filter((file) => !existsSync(file));
    expect(missing.map((file) => file.slice(ROOT.length + 1))).toEqual([]);
    expect(unknownIn(text)).toEqual([]);
  });
});
