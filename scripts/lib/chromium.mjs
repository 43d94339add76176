import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { say, step } from './progress.mjs';
import { isRoot } from './processes/state.mjs';
import { aptInstall, canAptInstall, onPath, run } from './tools.mjs';

/** The first is the same engine without the windows: smaller, and the tests need less of the CPU. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
/** Debian's packages; Ubuntu has no headless shell. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
];
const IN_CACHE = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
];

/** The launch options of a Chromium under test; as root it cannot use its sandbox. */
export const CHROMIUM_ARGS = [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/**
 * The folder in which playwright stores the browsers it downloads.
 * @param {NodeJS.ProcessEnv} env
 */
function playwrightCache(env) {
  if (env.PLAYWRIGHT_BROWSERS_PATH && env.PLAYWRIGHT_BROWSERS_PATH !== '0')
    return env.PLAYWRIGHT_BROWSERS_PATH;
  const home = env.HOME ?? homedir();
  if (process.platform === 'darwin') return join(home, 'Library/Caches/ms-playwright');
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? home, 'ms-playwright');
  return join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'ms-playwright');
}

/** The newest Chromium in playwright's cache. @param {NodeJS.ProcessEnv} env */
function fromPlaywright(env) {
  const cache = playwrightCache(env);
  if (!existsSync(cache)) return undefined;
  const builds = readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)));
  return builds
    .flatMap((build) => IN_CACHE.map((inner) => join(cache, build, inner)))
    .find((file) => existsSync(file));
}

/**
 * The executable of a Chromium (or Chrome): CHROMIUM_PATH, the PATH, the usual places, playwright's
 * cache.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return existsSync(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  return onPath(NAMES, env) ?? ELSEWHERE.find((file) => existsSync(file)) ?? fromPlaywright(env);
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Finds a Chromium or installs one. As root on Debian apt-get comes first, because it also installs
 * the libraries that playwright's build needs.
 * @param {Promise<unknown>} [installed] the packages of npm, where they are being installed: apt-get
 * needs none of them
 * @returns {Promise<string>}
 * @throws {Error} in one line, where none can be had
 */
export async function ensureChromium(installed) {
  const found = findChromium();
  if (found) return found;
  if (process.env.CHROMIUM_PATH)
    throw new Error(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`);
  /** @type {string[]} */
  const failures = [];
  for (const name of canAptInstall() ? PACKAGES : []) {
    await aptInstall(name, 'for the browser tests').catch((/** @type {unknown} */ error) =>
      failures.push(`apt-get: ${wordsOf(error)}`),
    );
    const there = findChromium();
    if (there) return there;
  }
  await installed;
  say(
    'Installing a Chromium with playwright into its cache (about 170 MB, for the browser tests).',
  );
  const installer = join(ROOT, 'node_modules/playwright-core/cli.js');
  await step('playwright install chromium', () =>
    run(process.execPath, [installer, 'install', 'chromium']),
  ).catch((/** @type {unknown} */ error) => failures.push(`playwright: ${wordsOf(error)}`));
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  throw new Error(
    `No Chromium could be had (${failures.join('; ') || 'nothing tried'}); set CHROMIUM_PATH to one.`,
  );
}
