import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from './lib/paths.mjs';

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
 * The names in backticks on a page that look like files of this project; the ASVS table leaves
 * `test/` out.
 * @param {string} text
 */
const filesIn = (text) =>
  [...text.matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+\\.(?:${endings}))\``, 'g'))].map(
    ([, name = '']) => (/^(integration|e2e)\//.test(name) ? `test/${name}` : name),
  );
/** @param {string} text */
const linksIn = (text) =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);

describe('What the documentation points at exists', () => {
  test.each(pages)('%s', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const missing = [
      ...filesIn(text).map((name) => join(ROOT, name)),
      ...linksIn(text).map((link) => resolve(ROOT, dirname(page), link)),
    ].filter((file) => !existsSync(file));
    expect(missing.map((file) => file.slice(ROOT.length + 1))).toEqual([]);
  });
});
