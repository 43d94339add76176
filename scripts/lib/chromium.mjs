import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { reportProgress, runStep } from './progress.mjs';
import { isRoot } from './processes/state.mjs';
import { aptInstall, canAptInstall, findOnPath, runCommand } from './tools.mjs';

/**
 * The headless shell: Chromium's engine without the browser around it, which is smaller and needs
 * less CPU.
 */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
/**
 * Which kind of Chromium is wanted. `whole`: a complete browser, with features that the engine
 * alone lacks, such as speculative connections. Otherwise the headless shell is preferred.
 * @typedef {{ whole?: boolean }} Which
 */
/**
 * Returns the names of the programs that are a suitable Chromium, the preferred one first.
 * @param {Which} which
 */
const namesOf = ({ whole }) => (whole ? WHOLE : [SHELL, ...WHOLE]);
/** @param {Which} which */
const packagesOf = ({ whole }) => (whole ? ['chromium'] : [SHELL, 'chromium']);
/**
 * Whether CHROMIUM_PATH names a suitable program.
 * @param {NodeJS.ProcessEnv} env @param {Which} which
 */
const isNamed = (env, { whole }) =>
  Boolean(env.CHROMIUM_PATH) && !(whole && isHeadlessShell(env.CHROMIUM_PATH ?? ''));
/** @param {string} path of a program */
export const isHeadlessShell = (path) => /headless[-_]shell$/.test(path);
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
 * Returns the folder in which playwright stores the browsers that it downloads.
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

/**
 * Returns the path of the newest Chromium in playwright's cache.
 * @param {NodeJS.ProcessEnv} env
 */
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
 * Finds the executable of a Chromium (or Chrome) in CHROMIUM_PATH, the PATH, the usual places and playwright's cache.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Which} [which] if a complete browser is wanted, a headless shell in CHROMIUM_PATH is not accepted
 * @returns {string | undefined}
 */
export function findChromium(env = process.env, which = {}) {
  const { CHROMIUM_PATH: path = '' } = env;
  if (isNamed(env, which)) return existsSync(path) ? path : undefined;
  return (
    findOnPath(namesOf(which), env) ??
    ELSEWHERE.find((file) => existsSync(file)) ??
    fromPlaywright(env)
  );
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * The oldest major version in which all tests can pass: the header `Connection-Allowlist` came with
 * 152 (test/e2e/runs/ways-out.spec.ts).
 */
const oldestVersion = 152;

/**
 * Reads the major version from what a Chromium prints for `--version`; 0 if there is none.
 * @param {string} printed
 */
export const majorVersionIn = (printed) => Number(/ (\d+)\./.exec(printed)?.[1] ?? 0);

/**
 * Whether a Chromium is new enough and of the preferred kind. If not, apt-get installs another one
 * where it can.
 * @param {string} path @param {number} version its major version @param {Which} which
 */
export const isSuitable = (path, version, { whole }) =>
  version >= oldestVersion && (whole || isHeadlessShell(path));

/** @param {string | undefined} path @param {Which} which */
const isSuitableProgram = async (path, which) =>
  path !== undefined &&
  isSuitable(
    path,
    majorVersionIn(
      await runCommand(path, ['--version']).then(
        ({ stdout }) => stdout,
        () => '',
      ),
    ),
    which,
  );

/**
 * Finds a Chromium or installs one.
 * - As root on Debian, an unsuitable browser (`isSuitable`) is not enough: apt-get then installs
 *   another one. So the tests run in the same browser on every Debian machine. apt-get comes before
 *   playwright, because apt-get also installs the libraries that playwright's browser needs.
 * - On other machines, any Chromium is enough.
 * @param {Promise<unknown>} [installed] resolves when the packages of npm are installed; only
 * playwright needs them
 * @param {Which} [which]
 * @returns {Promise<string>}
 * @throws {Error} with a message of one line, if no Chromium can be installed
 */
export async function ensureChromium(installed, which = {}) {
  const found = findChromium(process.env, which);
  if (isNamed(process.env, which)) {
    if (found) return found;
    throw new Error(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`);
  }
  if (found && (!canAptInstall() || (await isSuitableProgram(found, which)))) return found;
  /** @type {string[]} */
  const failures = [];
  for (const name of canAptInstall() ? packagesOf(which) : []) {
    await aptInstall(name, 'for the browser tests', { isNewest: true }).catch(
      (/** @type {unknown} */ error) => failures.push(`apt-get: ${wordsOf(error)}`),
    );
    const there = findChromium(process.env, which);
    if (there && (await isSuitableProgram(there, which))) return there;
  }
  const there = findChromium(process.env, which);
  if (there) {
    reportProgress(
      `The tests use ${there}, although no newer or smaller Chromium could be installed: ${failures.join('; ')}`,
    );
    return there;
  }
  await installed;
  reportProgress(
    'Installing a Chromium with playwright into its cache (about 170 MB, for the browser tests).',
  );
  const installer = join(ROOT, 'node_modules/playwright-core/cli.js');
  await runStep('playwright install chromium', () =>
    runCommand(process.execPath, [installer, 'install', 'chromium']),
  ).catch((/** @type {unknown} */ error) => failures.push(`playwright: ${wordsOf(error)}`));
  const downloaded = findChromium(process.env, which);
  if (downloaded) return downloaded;
  throw new Error(
    `No Chromium could be had (${failures.join('; ') || 'nothing tried'}); set CHROMIUM_PATH to one.`,
  );
}
