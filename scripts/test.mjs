// npm test: the tests before a merge; works on a fresh clone. It runs all test files but the sampled
// ones, of which it draws one in ten (scripts/jest/sampled-files.cjs).
// npm test -- all: these, and all sampled test files.
// npm test -- quick: the tests to run before a commit.
// npm test -- check|unit|integration|e2e [arguments of jest]: one suite.
// npm test -- long: tests that take too long for each merge: the files tagged `@long` with more
// random seeds and all combinations, and all tests of queues and live updates without Redis.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildPrograms } from './lib/build.mjs';
import { CHECKS, runChecks } from './lib/checks/checks.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJest } from './lib/jest.mjs';
import { memoryFolder } from './lib/memory-folder.mjs';
import { DIST } from './lib/paths.mjs';
import { reportProgress } from './lib/progress.mjs';
import { findRedis } from './lib/engines/redis.mjs';
import { aptInstall, canAptInstall, findOnPath } from './lib/tools.mjs';
import sampled from './jest/sampled-files.cjs';

const { SHARE, sampleSeed } = sampled;

const PARTS = ['check', 'unit', 'integration', 'e2e', 'all', 'long'];
/**
 * The parts of the quick run: the checks, the unit tests, and a few integration tests of each
 * context on one engine (Redis or PostgreSQL).
 */
const QUICK = ['check', 'unit', 'integration'];
const [part, ...args] = process.argv.slice(2);
const quick = part === 'quick';
/** Whether this is a run of all suites. */
const isWhole = !part || part === 'all';
const sum = { passed: 0, failed: 0 };
/** The failed tests of all suites; the run prints them again at its end. @type {string[]} */
const allFailures = [];

/** @param {string} name */
const wanted = (name) => (quick ? QUICK.includes(name) : isWhole || part === name);

/**
 * Returns jest's arguments for the long run in this folder: the files that the command line names;
 * if it names none, jest runs all files tagged `@long`.
 * @param {string} folder
 */
const longArgs = (folder) => args.filter((arg) => !arg.startsWith('test/') || arg.includes(folder));
/** @param {string} folder */
const isInLong = (folder) => {
  const files = args.filter((arg) => arg.startsWith('test/'));
  return part === 'long' && (files.length === 0 || files.some((file) => file.includes(folder)));
};

/** @param {string} engine */
const engineName = (engine) => (engine === 'redis' ? 'Redis' : 'PostgreSQL alone');

/**
 * How much `npm test -- long` tries, unless the environment says otherwise: random runs, moments at
 * which a program is killed, and seeds of random numbers.
 */
const moreOfEach = {
  MODEL_RUNS: process.env.MODEL_RUNS ?? '2000',
  KILL_MOMENTS: process.env.KILL_MOMENTS ?? '20',
  WORLDS_SEEDS: process.env.WORLDS_SEEDS ?? '2',
  FUZZ_RUNS: process.env.FUZZ_RUNS ?? '200',
  LEVELS_RUNS: process.env.LEVELS_RUNS ?? '100',
};

/**
 * The extent of a run: `merge` leaves out most sampled files, `whole` runs all files. Undefined if
 * the command line names files.
 */
const lane = () => (part ? (args.length === 0 ? 'whole' : undefined) : 'merge');

/**
 * Returns the engines (Redis, PostgreSQL) with which the integration tests run, and the extent of
 * the run: `quick`, or that of `lane`.
 * @returns {{ engines: string[], lane: string | undefined }}
 */
function integrationRuns() {
  const { ENGINE } = process.env;
  if (quick) return { engines: [ENGINE ?? 'redis'], lane: 'quick' };
  return {
    engines: ENGINE ? [ENGINE] : ['redis', 'postgres'],
    lane: lane(),
  };
}

/**
 * Whether this run must build the web app. Browser tests need the current web app. Integration
 * tests use only the scripts that the server adds to studies, so an earlier build is enough.
 */
const needsWeb = () =>
  wanted('e2e') ||
  isInLong('e2e') ||
  ((wanted('integration') || isInLong('integration')) && !existsSync(join(DIST, 'web/frame.js')));

let lastEnd = performance.now();
/**
 * Adds the counts of a suite to the summary.
 * @param {string} name @param {import('./lib/jest.mjs').Counts} counts
 */
function add(name, { passed, failed, note, failures = [] }) {
  const listed = failures.length < failed && note ? [...failures, note] : failures;
  if (failed) allFailures.push(...listed.map((failure) => `${name}: ${failure}`));
  sum.passed += passed;
  sum.failed += failed;
  const seconds = Math.round((performance.now() - lastEnd) / 1000);
  lastEnd = performance.now();
  reportProgress(
    `— ${name}: ${passed} passed, ${failed} failed${note ? ` (${note})` : ''}, ${seconds} s\n`,
  );
}

/**
 * Records a suite that could not run at all as a failure, in one line.
 * @param {string} name
 * @param {unknown} error
 */
const couldNot = (name, error) =>
  add(name, { passed: 0, failed: 1, note: error instanceof Error ? error.message : String(error) });

async function ensureRedis() {
  if (findRedis()) return;
  if (canAptInstall()) await aptInstall('redis-server', 'for the tests on the Redis engine');
  if (!findRedis())
    throw new Error(
      'there is no redis-server or valkey-server on the PATH, and none could be installed',
    );
}

/** Installs a PDF reader, since the tests of receipts read PDFs as users' programs do. */
async function ensurePdfReader() {
  if (!findOnPath(['pdftotext']) && canAptInstall())
    await aptInstall('poppler-utils', 'for the tests of PDFs');
  if (!findOnPath(['pdftotext']))
    throw new Error('there is no pdftotext (poppler-utils) on the PATH');
}

async function main() {
  if (part && !quick && !PARTS.includes(part))
    throw new Error(`There is no part "${part}": quick, ${PARTS.join(', ')}`);
  if (!part) {
    process.env.SAMPLE = sampleSeed();
    reportProgress(
      `SAMPLE=${process.env.SAMPLE} draws one in ${SHARE} of the sampled test files; npm test -- all runs all`,
    );
  }
  const installed = ensureInstalled();
  /** @type {unknown} */
  let noRedis;
  /** @type {unknown} */
  let noChromium;
  // npm waits mainly for the network, and apt-get needs nothing that npm installs, so both run at once.
  const systemPackages = async () => {
    if (wanted('integration') || isInLong('integration'))
      await ensureRedis()
        .catch((error) => void (noRedis = error))
        // Without a PDF reader, the run goes on: only the tests that need the reader fail.
        .then(() => ensurePdfReader().catch(reportProgress));
    if (wanted('e2e') || isInLong('e2e'))
      process.env.CHROMIUM_PATH =
        (await ensureChromium(installed).catch((error) => ((noChromium = error), ''))) || undefined;
    if (noChromium) delete process.env.CHROMIUM_PATH;
    // The test file runs/ways-out needs a complete Chromium, since the headless shell lacks the
    // features under test. For all other test files, the headless shell is enough.
    else if (wanted('e2e')) await ensureChromium(installed, { whole: true }).catch(reportProgress);
  };
  await Promise.all([installed, systemPackages()]);

  /** @param {unknown} error */
  const notBuilt = (error) => void couldNot('build', error);
  const isCompiled = await buildPrograms().catch(notBuilt);
  // The checks need the compiled programs, but not the later steps of a build.
  const [checked] = await Promise.all([
    wanted('check') ? runChecks(CHECKS, reportProgress) : undefined,
    isCompiled && build({ web: needsWeb() }).catch(notBuilt),
  ]);
  if (checked) add('check, build', checked);
  if (isInLong('integration'))
    for (const engine of process.env.ENGINE ? [process.env.ENGINE] : ['redis', 'postgres'])
      add(
        `long on ${engineName(engine)}`,
        await runJest('integration', {
          args: longArgs('integration'),
          env: { ...moreOfEach, ENGINE: engine, LANE: 'long' },
          label: `long-${engine}`,
        }),
      );
  if (isInLong('e2e') && noChromium) couldNot('long in the browser', noChromium);
  else if (isInLong('e2e'))
    add(
      'long in the browser',
      await runJest('e2e', { args: longArgs('e2e'), env: { LANE: 'long' }, label: 'long-e2e' }),
    );
  if (wanted('unit')) add('unit', await runJest('unit', { args, secondTry: isWhole }));
  if (wanted('integration')) {
    const { engines, lane } = integrationRuns();
    for (const engine of engines) {
      const name = `integration on ${engineName(engine)}`;
      if (engine === 'redis' && noRedis) couldNot(name, noRedis);
      else
        add(
          name,
          await runJest('integration', {
            args,
            env: { ENGINE: engine, ...(lane && { LANE: lane }) },
            label: `integration-${engine}`,
            secondTry: isWhole,
          }),
        );
    }
  }
  if (wanted('e2e')) {
    if (noChromium) couldNot('e2e', noChromium);
    else {
      const env = { ...(lane() && { LANE: lane() }) };
      add('e2e', await runJest('e2e', { args, env, secondTry: isWhole }));
    }
  }
}

// The time limits of single tests are meant for an otherwise idle machine. In a complete run, two
// files at a time share the cores with their servers, workers and browsers, so the limits are
// multiplied.
if (isWhole) process.env.TEST_PATIENCE ??= '6';
// A V8 option for all programs that this one starts: with the default of 16 MB for new objects,
// garbage collection takes a sixth of a compiler's time.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();
// Writes temporary test data to memory instead of the disk, unless TMPDIR is set.
process.env.TMPDIR ??= memoryFolder() ?? '';
if (!process.env.TMPDIR) delete process.env.TMPDIR;
const started = performance.now();
await main().catch((error) => couldNot('tests', error));
process.exitCode = sum.failed ? 1 : 0;
for (const failure of allFailures.slice(0, 20)) reportProgress(`FAILED ${failure}\n`);
if (allFailures.length > 20) reportProgress(`… and ${allFailures.length - 20} more`);
reportProgress(`— all in ${Math.round((performance.now() - started) / 1000)} s`);
reportProgress(`${sum.passed} passed, ${sum.failed} failed`);
