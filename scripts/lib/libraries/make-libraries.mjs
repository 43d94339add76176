import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../compile.mjs';
import { noticesOf } from './licence-notices.mjs';
import { readJson } from '../processes/state.mjs';

/** @typedef {{ folder: string, name: string, version: string, license: string }} Package */
/** @typedef {import('./study-libraries.mjs').Copied} Copied */

const LIST = 'server/study-files/libraries/package.json';
const MODULE = 'dist/index.js';
const NOTICES = 'LICENSE.txt';

/** @param {string} folder @param {string} [below] @returns {string[]} */
const namesIn = (folder, below = '') =>
  existsSync(join(folder, below))
    ? readdirSync(join(folder, below), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => (below ? `${below}/${name}` : name))
        .sort()
    : [];

/**
 * The packages whose files studies get in place of a CDN's, the newest of each name first.
 * @param {string} root
 * @returns {Package[]}
 */
export function packagesOf(root) {
  /** @type {{ devDependencies: Record<string, string> } | undefined} */
  const list = readJson(join(root, LIST));
  return Object.keys(list?.devDependencies ?? {})
    .map((as) => {
      const folder = join(root, 'node_modules', as);
      /** @type {Package | undefined} */
      const found = readJson(join(folder, 'package.json'));
      if (!found) throw new Error(`${as} of ${LIST} is not installed.`);
      const { name, version, license } = found;
      return { folder, name, version, license };
    })
    .sort(
      (a, b) =>
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
        b.version.localeCompare(a.version, 'en', { numeric: true }),
    );
}

/**
 * Lists the files of a package that browsers load, without source maps; jsPsych 6 is not bundled, so these are its
 * scripts.
 * @param {Package} one
 */
export const filesOf = ({ folder }) =>
  existsSync(join(folder, MODULE))
    ? [
        ...['dist/index.browser.js', 'dist/index.browser.min.js', MODULE],
        ...namesIn(folder, 'css').filter((name) => name.endsWith('.css')),
      ]
    : [
        'jspsych.js',
        ...['css', 'extensions', 'plugins'].flatMap((below) => namesIn(folder, below)),
      ].filter((name) => /\.(js|css)$/.test(name));

/**
 * A package's ES module in one file. It asks for jsPsych by the path of its copy, since a browser
 * finds no bare names; jsPsych's own assigns `initJsPsych` to the window as its scripts do, where
 * the study's frame sees it.
 * @param {Package} one
 * @param {string} jspsych the version of jsPsych that belongs to it
 * @returns {Promise<string>}
 */
async function moduleOf({ folder, name }, jspsych) {
  const { build } = await import('vite');
  const file = join(folder, MODULE);
  const up = '../'.repeat(`${name}/dist`.split('/').length);
  const own = 'commonlab:jspsych';
  const entry = `import { initJsPsych as real } from ${JSON.stringify(file)};
export * from ${JSON.stringify(file)};
globalThis.initJsPsych = real;
export const initJsPsych = globalThis.initJsPsych;`;
  // Vite sets it for all of this process, which runs tests after it.
  const { NODE_ENV } = process.env;
  const made = await build({
    configFile: false,
    logLevel: 'error',
    // `process` exists only in bundlers, not in browsers.
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: own,
        enforce: 'pre',
        resolveId: (id) => (id === own ? id : undefined),
        load: (id) => (id === own ? entry : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2020',
      rolldownOptions: {
        input: name === 'jspsych' ? own : file,
        external: ['jspsych'],
        preserveEntrySignatures: 'strict',
        output: { format: 'es', paths: { jspsych: `${up}jspsych@${jspsych}/${MODULE}` } },
      },
    },
  });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  const [{ output }] = /** @type {[{ output: { type: string, code: string }[] }]} */ (
    /** @type {unknown} */ ([made].flat())
  );
  const chunks = output.filter(({ type }) => type === 'chunk');
  if (chunks.length !== 1 || !chunks[0]) throw new Error(`${name} became several modules.`);
  return chunks[0].code;
}

/**
 * A style without the fonts that it loads from elsewhere: the study's policy blocks
 * them, and the host of the fonts would learn the addresses of participants.
 * @param {Buffer} bytes
 */
async function styleOf(bytes) {
  const { default: postcss } = await import('postcss');
  const style = postcss.parse(bytes.toString());
  let isChanged = false;
  style.walkAtRules(/^(import|font-face)$/, (rule) => {
    if (!/(url\(|^)\s*["']?(https?:)?\/\//.test(rule.params + (rule.nodes?.join(';') ?? '')))
      return;
    rule.remove();
    isChanged = true;
  });
  return isChanged ? Buffer.from(style.toString()) : bytes;
}

/**
 * The version of jsPsych that a plugin of this version was made for.
 * @param {Package[]} all @param {Package} one
 */
function jspsychOf(all, one) {
  const isNewest = all.find(({ name }) => name === one.name) === one;
  const major = isNewest ? '8.' : '7.';
  return all.find(({ name, version }) => name === 'jspsych' && version.startsWith(major))?.version;
}

/**
 * A hash of everything that determines the archive: another version of a package, of the bundler or of this
 * recipe makes another archive.
 * @param {string} root
 * @returns {Promise<string>} SHA-256 in hexadecimal digits
 */
export async function recipeOf(root) {
  const recipe = ['make-libraries', 'licence-notices'].map(
    (name) => `scripts/lib/libraries/${name}.mjs`,
  );
  /** @type {{ version: string } | undefined} */
  const vite = readJson(join(root, 'node_modules/vite/package.json'));
  return createHash('sha256')
    .update(
      JSON.stringify([
        await contentHash(root, [...recipe, LIST]),
        vite?.version,
        packagesOf(root).map(({ name, version }) => `${name}@${version}`),
      ]),
    )
    .digest('hex');
}

/**
 * The files that studies may ask a CDN for, with the notices of their licences.
 * @param {string} root
 * @returns {Promise<{ copied: Copied, bytes: Buffer }[]>}
 */
export async function buildLibraries(root) {
  const all = packagesOf(root);
  /** @type {{ copied: Copied, bytes: Buffer }[]} */
  const made = [];
  for (const one of all) {
    const { name, version, license, folder } = one;
    const own = name === 'jspsych' ? version : (jspsychOf(all, one) ?? version);
    for (const file of [...filesOf(one), NOTICES]) {
      const bytes =
        file === NOTICES
          ? Buffer.from(noticesOf(folder, root))
          : file === MODULE
            ? Buffer.from(await moduleOf(one, own))
            : file.endsWith('.css')
              ? await styleOf(readFileSync(join(folder, file)))
              : readFileSync(join(folder, file));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const { length } = bytes;
      made.push({
        copied: { package: name, version, file, sha256, bytes: length, licence: license },
        bytes,
      });
    }
  }
  return made;
}
