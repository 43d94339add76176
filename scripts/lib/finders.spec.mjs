import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { isInstalled } from './install.mjs';
import { afterSecondTry, countsOf, failedFiles, failuresOf } from './jest.mjs';
import { findRedis } from './engines/redis.mjs';
import { abandonedDirs, dataDir, removeDir, secret, temporaryDir } from './processes/state.mjs';

/** @type {string} */
let dir;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'finders-spec-'));
});
afterEach(() => removeDir(dir));

/** @param {string} path @param {string} text */
function put(path, text) {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

describe('Chromium', () => {
  test('CHROMIUM_PATH goes before all, and is not made up for where it is wrong', () => {
    const own = put('own/chrome', '');
    const onPath = put('bin/chromium', '');
    expect(findChromium({ CHROMIUM_PATH: own, PATH: join(dir, 'bin') })).toBe(own);
    expect(
      findChromium({ CHROMIUM_PATH: join(dir, 'nowhere'), PATH: join(dir, 'bin') }),
    ).toBeUndefined();
    expect(findChromium({ PATH: join(dir, 'bin') })).toBe(onPath);
  });

  test('a headless shell comes first, and is not a whole browser', () => {
    const shell = put('bin/chromium-headless-shell', '');
    const bin = { PATH: join(dir, 'bin'), PLAYWRIGHT_BROWSERS_PATH: join(dir, 'cache') };
    const named = { ...bin, CHROMIUM_PATH: shell };
    expect(findChromium(named, { whole: true })).toBeUndefined();
    const whole = put('bin/chromium', '');
    expect([findChromium(bin), findChromium(bin, { whole: true })]).toEqual([shell, whole]);
    expect([findChromium(named), findChromium(named, { whole: true })]).toEqual([shell, whole]);
  });

  test("the newest of playwright's cache serves where the PATH has none", () => {
    put('cache/chromium-999/chrome-linux/chrome', '');
    const newest = put('cache/chromium-1200/chrome-linux64/chrome', '');
    put('cache/chromium_headless_shell-1300/chrome-linux/headless_shell', '');
    expect(findChromium({ PATH: '', PLAYWRIGHT_BROWSERS_PATH: join(dir, 'cache') })).toBe(newest);
  });
});

describe('Redis', () => {
  const speaks = (/** @type {string} */ words) => `#!/bin/sh\necho "${words}"\n`;

  test('a valkey-server serves as well, and tells its version', () => {
    const path = put('bin/valkey-server', speaks('Valkey server v=8.1.3 sha=00000000:0'));
    expect(findRedis({ PATH: join(dir, 'bin') })).toEqual({
      path,
      name: 'valkey-server',
      version: '8.1',
    });
  });

  test('one that is too old for the queues, or broken, is passed over', () => {
    put('old/redis-server', speaks('Redis server v=5.0.14 sha=00000000:0'));
    put('broken/redis-server', '#!/bin/sh\nexit 1\n');
    expect(findRedis({ PATH: `${join(dir, 'old')}:${join(dir, 'broken')}` })).toBeUndefined();
    const path = put('new/redis-server', speaks('Redis server v=7.0.15 sha=00000000:0'));
    expect(findRedis({ PATH: `${join(dir, 'old')}:${join(dir, 'new')}` })?.path).toBe(path);
  });
});

describe('the dependencies', () => {
  const lock = {
    '': { version: '1' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-os': { version: '1.0.0', optional: true },
  };
  const put2 = (/** @type {object} */ there) => {
    put('package-lock.json', JSON.stringify({ packages: lock }));
    put('node_modules/.package-lock.json', JSON.stringify({ packages: there }));
  };

  test('are installed when each is there in the version of the lock file; those of other systems may be absent', () => {
    expect(isInstalled(dir)).toBe(false);
    put2({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(dir)).toBe(true);
  });

  test('of a workspace may be absent where the product is only to run', () => {
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

  test('are not when one is missing or of another version', () => {
    put2({});
    expect(isInstalled(dir)).toBe(false);
    put2({ 'node_modules/a': { version: '1.0.1' } });
    expect(isInstalled(dir)).toBe(false);
  });
});

describe("jest's report", () => {
  const report = {
    success: true,
    numPassedTests: 3,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
  };

  test('counts tests, and a file that could not run as a failure', () => {
    expect(countsOf(report)).toEqual({ passed: 3, failed: 0 });
    expect(
      countsOf({ ...report, success: false, numFailedTests: 1, numRuntimeErrorTestSuites: 1 }),
    ).toEqual({ passed: 3, failed: 2 });
  });

  test('is a failure where there is none, where nothing ran, and where jest itself failed', () => {
    expect(countsOf(undefined).failed).toBe(1);
    expect(countsOf({ ...report, numPassedTests: 0 }).failed).toBe(1);
    expect(countsOf({ ...report, success: false })).toMatchObject({ passed: 3, failed: 1 });
  });

  describe('of which a few files failed', () => {
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

    test('names them', () => {
      expect(failedFiles(first)).toEqual(['shaky.spec.ts']);
      expect(failedFiles(undefined)).toEqual([]);
    });

    test('tells each failed test with the beginning of its message, without colours', () => {
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
      const [freed, broken, ...more] = failuresOf({ ...first, testResults });
      expect(freed).toMatch(/^test\/shaky.spec.ts: a spot is freed\n {4}No line\n {4}line\n/);
      expect(freed?.split('\n')).toHaveLength(13);
      expect(broken).toBe('broken.spec.ts did not run\n    SyntaxError');
      expect(more).toEqual([]);
      expect(failuresOf(undefined)).toEqual([]);
    });

    test('counts each test once, and says which file passed on its second try alone', () => {
      expect(afterSecondTry(first, { passed: 3, failed: 0 }, ['shaky.spec.ts'])).toEqual({
        passed: 4,
        failed: 0,
        note: 'UNSTABLE, passed only on a second try, alone: shaky.spec.ts',
      });
    });

    test('stays failed where it fails again, and where the second try ran nothing', () => {
      for (const second of [
        { passed: 2, failed: 1 },
        { passed: 0, failed: 0 },
      ])
        expect(afterSecondTry(first, second, ['shaky.spec.ts'])).toMatchObject({
          passed: 3,
          failed: 1,
        });
    });
  });
});

describe('the state folder', () => {
  test('is DATA_DIR, else outside the project', () => {
    expect(dataDir({ DATA_DIR: dir })).toBe(dir);
    expect(dataDir({})).not.toContain(process.cwd());
  });

  test('keeps a secret, for its owner alone', () => {
    const made = secret(dir, 'secret.key');
    expect(Buffer.from(made, 'base64url')).toHaveLength(32);
    expect(secret(dir, 'secret.key')).toBe(made);
    expect(statSync(join(dir, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  test('of a throw-away service is known as abandoned once its process is gone', () => {
    const mine = temporaryDir('spec');
    const orphan = join(tmpdir(), 'commonlab-spec-999999999-abc');
    mkdirSync(orphan, { recursive: true });
    expect(abandonedDirs('spec')).toEqual([orphan]);
    for (const each of [mine, orphan]) removeDir(each);
  });
});
