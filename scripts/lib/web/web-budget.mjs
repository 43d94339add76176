import { gzipSync } from 'node:zlib';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ file: string, src?: string, imports?: string[], dynamicImports?: string[], css?: string[], isEntry?: boolean }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */
/**
 * @typedef {object} Weight
 * @property {string} path
 * @property {number} javascript
 * @property {number} css
 * @property {string[]} files
 * @property {number} requests
 * @property {{ what: string, javascript: number }[]} later
 */

/**
 * The upper limits. All but `requests` are in bytes, gzipped at level 9; a kilobyte is a thousand
 * bytes.
 */
export const weightLimits = { firstPage: 180_000, chunk: 60_000, requests: 25, runner: 40_000 };

const text = (/** @type {string} */ namespace) => `../locales/en/${namespace}.json`;
const always = ['index.html', text('common'), text('layout')];

/**
 * The pages that a new visitor sees first. `needs`: everything that the browser loads before the
 * visitor can see and use the page, but not parts that it loads on demand (a menu, a dialog, the
 * next page). `later`: what the browser then loads automatically. `others`: the number of requests
 * besides scripts, styles and texts: for the page itself, the icon, the script of the colour
 * scheme, and the page's API calls.
 * @type {Record<string, { needs: string[], later?: Record<string, string[]>, others: number }>}
 */
const firstPages = {
  '/': {
    needs: [...always, 'src/features/home-page/landing.page.tsx', text('landing')],
    others: 4,
  },
  '/signin': {
    needs: [...always, 'src/features/account/sign-in/sign-in.page.tsx', text('account')],
    others: 4,
  },
  '/study/details/:id': {
    needs: [
      ...always,
      'src/features/study-page/study.page.tsx',
      text('studies'),
      text('participation'),
    ],
    later: {
      'the form of a description with Markdown, whose words are there before': [
        'src/ui/reading/markup.tsx',
      ],
      'the seats as they are taken, while the browser is idle': ['src/lib/live/live-parts.ts'],
    },
    others: 5,
  },
};

/** The main modules of the first pages, by which the bundler recognises these pages. */
export const firstPageModules = Object.values(firstPages).flatMap(({ needs }) =>
  needs.filter((name) => name.endsWith('.page.tsx')),
);

/**
 * Modules that count towards no limit: the dictionary of common passwords, which is loaded only
 * after a person has typed a password.
 */
const data = ['src/features/account/password/password-texts.ts'];

/**
 * Lists the files that the browser has to load to run all these modules.
 * @param {Manifest} manifest @param {readonly string[]} modules
 */
export function loadedFilesOf(manifest, modules) {
  /** @type {Map<string, Chunk>} */
  const seen = new Map();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no module ${key}`);
    if (seen.has(key)) return;
    seen.set(key, chunk);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  const chunks = [...seen.values()];
  return {
    scripts: [...new Set(chunks.map(({ file }) => file))].filter((file) => file.endsWith('.js')),
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  };
}

/**
 * Reads Vite's list of the files that it built.
 * @param {string} dir folder of the built web app
 */
export function readManifest(dir) {
  const at = join(dir, '.vite/manifest.json');
  if (!existsSync(at)) throw new Error(`${at} is missing`);
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(at, 'utf8'));
  return /** @type {Manifest} */ (manifest);
}

/**
 * Adds up the sizes of the files that each first page loads.
 * @param {string} dir @param {Manifest} [manifest]
 * @returns {Weight[]}
 */
export function weighPages(dir, manifest = readManifest(dir)) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  const size = (/** @type {string} */ file) => {
    if (!sizes.has(file))
      sizes.set(file, gzipSync(readFileSync(join(dir, file)), { level: 9 }).length);
    return sizes.get(file) ?? 0;
  };
  const sum = (/** @type {string[]} */ files) => files.reduce((all, file) => all + size(file), 0);
  return Object.entries(firstPages).map(([path, { needs, later = {}, others }]) => {
    const { scripts, styles } = loadedFilesOf(manifest, needs);
    const added = (/** @type {string[]} */ modules) =>
      sum(loadedFilesOf(manifest, modules).scripts.filter((file) => !scripts.includes(file)));
    return {
      path,
      javascript: sum(scripts),
      css: sum(styles),
      files: scripts,
      requests: scripts.length + styles.length + others,
      later: Object.entries(later).map(([what, modules]) => ({
        what,
        javascript: added(modules),
      })),
    };
  });
}

/**
 * Describes each page and file that is heavier than allowed, in one sentence each.
 * @param {string} dir @returns {string[]}
 */
export function budgetFaults(dir) {
  const manifest = readManifest(dir);
  const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const pages = weighPages(dir, manifest).flatMap(({ path, javascript, requests, later }) => [
    ...(javascript > weightLimits.firstPage
      ? [`${path} needs ${kB(javascript)} of JavaScript, more than ${kB(weightLimits.firstPage)}`]
      : []),
    ...(requests > weightLimits.requests
      ? [`${path} needs ${requests} requests, more than ${weightLimits.requests}`]
      : []),
    ...later
      .filter((more) => more.javascript > weightLimits.chunk)
      .map(
        (more) =>
          `${path} loads ${kB(more.javascript)} afterwards, more than ${kB(weightLimits.chunk)} (${more.what})`,
      ),
  ]);
  // The scripts that index.html itself loads are left out here, since the limit for first pages
  // already counts them.
  const spared = new Set([
    ...data.map((key) => manifest[key]?.file),
    ...loadedFilesOf(manifest, ['index.html']).scripts,
  ]);
  const chunks = Object.values(manifest)
    .filter(({ file }) => file.endsWith('.js') && !spared.has(file))
    .map(({ file }) => ({
      file,
      size: gzipSync(readFileSync(join(dir, file)), { level: 9 }).length,
    }))
    .filter(({ size }) => size > weightLimits.chunk)
    .map(({ file, size }) => `${file} has ${kB(size)}, more than ${kB(weightLimits.chunk)}`);
  return [...pages, ...chunks];
}

/**
 * Checks the size of the page around a study (web/run.html) with everything that its HTML loads,
 * and of the script in the study's frame. The texts of the page are loaded separately and do not
 * count.
 * @param {string} dir folder of the built web app
 * @returns {string[]} what is heavier than allowed, in words
 */
export function runnerBudgetFaults(dir) {
  const page = join(dir, 'run.html');
  if (!existsSync(page)) return [];
  const named = [...readFileSync(page, 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)];
  const files = [...named.map(([, file]) => file ?? ''), 'frame.js'];
  const size = files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dir, file)), { level: 9 }).length,
    0,
  );
  if (size <= weightLimits.runner) return [];
  return [`run.html needs ${(size / 1000).toFixed(2)} kB of JavaScript, more than 40.0 kB`];
}

/**
 * Lists the files that each first page needs in addition to the scripts that index.html loads, so
 * that web/public/theme.js can preload them. Each entry has the page's path (as a regular
 * expression), and its translated texts for each language.
 * @param {string} dir
 */
export function listFilesToPreload(dir) {
  const manifest = readManifest(dir);
  const frame = loadedFilesOf(manifest, ['index.html']);
  const known = new Set([...frame.scripts, ...frame.styles]);
  const beyond = (/** @type {string[]} */ modules) => {
    const { scripts, styles } = loadedFilesOf(manifest, modules);
    return [...scripts, ...styles].filter((file) => !known.has(file));
  };
  const languages = Object.keys(manifest).flatMap((key) => {
    const found = /^\.\.\/locales\/([\w-]+)\/common\.json$/.exec(key);
    return found ? [found[1] ?? ''] : [];
  });
  return Object.entries(firstPages).map(([path, { needs }]) => {
    const texts = needs.filter((name) => name.endsWith('.json'));
    return {
      path: `^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`,
      files: beyond(needs.filter((name) => !texts.includes(name))),
      texts: Object.fromEntries(
        languages.map((language) => [
          language,
          beyond(texts.map((name) => name.replace('/en/', `/${language}/`))),
        ]),
      ),
    };
  });
}
