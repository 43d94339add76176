import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findChromium, isSuitable, majorVersionIn } from './chromium.mjs';
import { isInstalled } from './install.mjs';
import { countsAfterRetry, testCountsOf, failedFiles, failedTestsOf } from './jest.mjs';
import { findRedis } from './engines/redis.mjs';
import {
  abandonedDirs,
  dataDir,
  removeDir,
  readOrCreateSecret,
  temporaryDir,
} from './processes/state.mjs';

/** @type {string} */
let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'finders-spec-'));
});
afterEach(() => removeDir(dir));

/** Writes a file for a test, and makes its folder. @param {string} path @param {string} text */
function put(path, text) {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

describe('findChromium', () => {
  test('prefers CHROMIUM_PATH, and uses no other browser if that is wrong', () => {
    const own = put('own/chrome', '');
    const onPath = put('bin/chromium', '');
    expect(findChromium({ CHROMIUM_PATH: own, PATH: join(dir, 'bin') })).toBe(own);
    expect(
      findChromium({ CHROMIUM_PATH: join(dir, 'nowhere'), PATH: join(dir, 'bin') }),
    ).toBeUndefined();
    expect(findChromium({ PATH: join(dir, 'bin') })).toBe(onPath);
  });

  test('prefers a headless shell, but not where a whole browser is needed', () => {
    const shell = put('bin/chromium-headless-shell', '');
    const bin = { PATH: join(dir, 'bin'), PLAYWRIGHT_BROWSERS_PATH: join(dir, 'cache') };
    const named = { ...bin, CHROMIUM_PATH: shell };
    expect(findChromium(named, { whole: true })).toBeUndefined();
    const whole = put('bin/chromium', '');
    expect([findChromium(bin), findChromium(bin, { whole: true })]).toEqual([shell, whole]);
    expect([findChromium(named), findChromium(named, { whole: true })]).toEqual([shell, whole]);
  });

  test.each([
    ['bin/chromium-headless-shell', 'Chromium 156.0.8078.114 \n', {}, true],
    ['bin/chromium-headless-shell', 'Chromium 150.0.7871.100 \n', {}, false],
    [
      'bin/chromium',
      'Chromium 156.0.8078.114 built on Debian GNU/Linux 12 (bookworm)\n',
      {},
      false,
    ],
    [
      'bin/chromium',
      'Chromium 156.0.8078.114 built on Debian GNU/Linux 12 (bookworm)\n',
      { whole: true },
      true,
    ],
    [
      'bin/chromium',
      'Chromium 150.0.7871.100 built on Debian GNU/Linux 12 (bookworm)\n',
      { whole: true },
      false,
    ],
    ['bin/chromium', '', { whole: true }, false],
  ])(
    'accepts %s without installing another one, if it prints %j and %j is wanted: %s',
    (path, printed, which, is) => {
      expect(isSuitable(path, majorVersionIn(printed), which)).toBe(is);
    },
  );

  test('falls back to the newest browser in the Playwright cache when the PATH has none', () => {
    put('cache/chromium-999/chrome-linux/chrome', '');
    const newest = put('cache/chromium-1200/chrome-linux64/chrome', '');
    put('cache/chromium_headless_shell-1300/chrome-linux/headless_shell', '');
    expect(findChromium({ PATH: '', PLAYWRIGHT_BROWSERS_PATH: join(dir, 'cache') })).toBe(newest);
  });
});

describe('findRedis', () => {
  const speaks = (/** @type {string} */ words) => `#!/bin/sh\necho "${words}"\n`;

  test('accepts valkey-server, and reports its version', () => {
    const path = put('bin/valkey-server', speaks('Valkey server v=8.1.3 sha=00000000:0'));
    expect(findRedis({ PATH: join(dir, 'bin') })).toEqual({
      path,
      name: 'valkey-server',
      version: '8.1',
    });
  });

  test('skips a server that is too old or broken', () => {
    put('old/redis-server', speaks('Redis server v=5.0.14 sha=00000000:0'));
    put('broken/redis-server', '#!/bin/sh\nexit 1\n');
    expect(findRedis({ PATH: `${join(dir, 'old')}:${join(dir, 'broken')}` })).toBeUndefined();
    const path = put('new/redis-server', speaks('Redis server v=7.0.15 sha=00000000:0'));
    expect(findRedis({ PATH: `${join(dir, 'old')}:${join(dir, 'new')}` })?.path).toBe(path);
  });
});

describe('isInstalled', () => {
  const lock = {
    '': { version: '1' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-os': { version: '1.0.0', optional: true },
  };
  const put2 = (/** @type {object} */ there) => {
    put('package-lock.json', JSON.stringify({ packages: lock }));
    put('node_modules/.package-lock.json', JSON.stringify({ packages: there }));
  };

  test('is true when each package of the lock file is installed in its version, except optional ones', () => {
    expect(isInstalled(dir)).toBe(false);
    put2({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(dir)).toBe(true);
  });

  test('ignores missing packages of workspaces for an installation that only runs the product', () => {
    const packages = {
      '': { version: '1', dependencies: { a: '1' }, devDependencies: { build: '1' } },
      'node_modules/a': { version: '1.0.0', dependencies: { deep: '1' } },
      'node_modules/a/node_modules/deep': { version: '1.0.0' },
      'node_modules/build': { version: '1.0.0' },
      'node_modules/deep': { version: '2.0.0' },
      'node_modules/jest': { version: '1.0.0' },
      test: { version: '1', devDependencies: { jest: '1', deep: '2' } },
    };
    put('package-lock.json', JSON.stringify({ packages }));
    /** @param {string[]} there */
    const runs = (...there) => {
      const found = Object.fromEntries(
        Object.entries(packages).filter(([at]) => there.includes(at)),
      );
      put('node_modules/.package-lock.json', JSON.stringify({ packages: found }));
      return [isInstalled(dir, { toRun: true }), isInstalled(dir)];
    };
    const own = ['node_modules/a', 'node_modules/a/node_modules/deep', 'node_modules/build'];
    expect(runs(...own)).toEqual([true, false]);
    expect(runs(...Object.keys(packages))).toEqual([true, true]);
    for (const missing of own)
      expect(runs(...own.filter((one) => one !== missing))).toEqual([false, false]);
  });

  test('is false when a package is missing or has a version other than the locked one', () => {
    put2({});
    expect(isInstalled(dir)).toBe(false);
    put2({ 'node_modules/a': { version: '1.0.1' } });
    expect(isInstalled(dir)).toBe(false);
  });
});

describe('The report of a jest run', () => {
  const report = {
    success: true,
    numPassedTests: 3,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
  };

  test('counts tests, and a file that could not run as a failure', () => {
    expect(testCountsOf(report)).toEqual({ passed: 3, failed: 0 });
    expect(
      testCountsOf({ ...report, success: false, numFailedTests: 1, numRuntimeErrorTestSuites: 1 }),
    ).toEqual({ passed: 3, failed: 2 });
  });

  test('counts as a failure when it is missing, empty, or jest itself failed', () => {
    expect(testCountsOf(undefined).failed).toBe(1);
    expect(testCountsOf({ ...report, numPassedTests: 0 }).failed).toBe(1);
    expect(testCountsOf({ ...report, success: false })).toMatchObject({ passed: 3, failed: 1 });
  });

  describe('of a run with failed files', () => {
    const first = {
      ...report,
      success: false,
      numFailedTests: 1,
      testResults: [
        { name: 'good.spec.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
        {
          name: 'shaky.spec.ts',
          status: 'failed',
          assertionResults: [{ status: 'passed' }, { status: 'passed' }, { status: 'failed' }],
        },
      ],
    };

    test('names the failed files', () => {
      expect(failedFiles(first)).toEqual(['shaky.spec.ts']);
      expect(failedFiles(undefined)).toEqual([]);
    });

    test('shows each failed test with the beginning of its message, without colours', () => {
      const message = `\u001B[31mNo ${'line\n\n'.repeat(40)}`;
      const testResults = [
        {
          name: join(process.cwd(), 'test/shaky.spec.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a spot is kept' },
            { status: 'failed', fullName: 'a spot is freed', failureMessages: [message] },
          ],
        },
        { name: 'broken.spec.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
        { name: 'good.spec.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
      ];
      const [freed, broken, ...more] = failedTestsOf({ ...first, testResults });
      expect(freed).toMatch(/^test\/shaky.spec.ts: a spot is freed\n {4}No line\n {4}line\n/);
      expect(freed?.split('\n')).toHaveLength(13);
      expect(broken).toBe('broken.spec.ts did not run\n    SyntaxError');
      expect(more).toEqual([]);
      expect(failedTestsOf(undefined)).toEqual([]);
    });

    test('counts a test that passed only on a second try as failed, and names its file as unstable', () => {
      expect(countsAfterRetry(first, { passed: 3, failed: 0 }, ['shaky.spec.ts'])).toEqual({
        passed: 3,
        failed: 1,
        failures: failedTestsOf(first),
        note: 'UNSTABLE, failed beside others and passed alone: shaky.spec.ts',
      });
    });

    test('stays failed when the second try fails or runs no tests', () => {
      for (const second of [
        { passed: 2, failed: 1 },
        { passed: 0, failed: 0 },
      ])
        expect(countsAfterRetry(first, second, ['shaky.spec.ts'])).toMatchObject({
          passed: 3,
          failed: 1,
        });
    });
  });
});

describe('The state folder of an installation', () => {
  test('is DATA_DIR, otherwise a folder outside the project', () => {
    expect(dataDir({ DATA_DIR: dir })).toBe(dir);
    expect(dataDir({})).not.toContain(process.cwd());
  });

  test('stores a secret that only its owner can read', () => {
    const made = readOrCreateSecret(dir, 'secret.key');
    expect(Buffer.from(made, 'base64url')).toHaveLength(32);
    expect(readOrCreateSecret(dir, 'secret.key')).toBe(made);
    expect(statSync(join(dir, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  test('of a temporary service is reported as abandoned when its process has ended', () => {
    const mine = temporaryDir('spec');
    const orphan = join(tmpdir(), 'commonlab-spec-999999999-abc');
    mkdirSync(orphan, { recursive: true });
    expect(abandonedDirs('spec')).toEqual([orphan]);
    for (const each of [mine, orphan]) removeDir(each);
  });
});
