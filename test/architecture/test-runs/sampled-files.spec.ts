import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { contextsIn } from '../../../scripts/jest/budgets.cjs';
import {
  SHARE,
  changedByCommit,
  draw,
  leftOut,
  sampledIn,
  sampledOf,
  sampleSeed,
} from '../../../scripts/jest/sampled-files.cjs';
import { tagsOf } from '../../../scripts/jest/tags.cjs';

const suites = ['test/integration', 'test/e2e'] as const;
const specsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));
const seeds = Array.from({ length: 400 }, (_, i) => `seed ${i}`);

describe('sampled test files', () => {
  it.each(suites)('of %s are each drawn by about one run in ten', (suite) => {
    const files = sampledIn(join(ROOT, suite));
    const times = new Map(files.map(({ file }) => [file, 0]));
    for (const seed of seeds)
      for (const file of draw(files, seed)) times.set(file, (times.get(file) ?? 0) + 1);
    // The number of draws is binomial with mean 40 and standard deviation 6.
    expect(Math.min(...times.values())).toBeGreaterThan(15);
    expect(Math.max(...times.values())).toBeLessThan(72);
  });

  it.each(suites)(
    'of %s that a run draws take at most a tenth of all, and the longest',
    (suite) => {
      const files = sampledIn(join(ROOT, suite));
      const seconds = files.map((file) => file.seconds);
      // The longest file of a group takes no longer than the average file of the group before.
      const most = seconds.reduce((a, b) => a + b) / SHARE + Math.max(...seconds);
      for (const seed of seeds) {
        const drawn = draw(files, seed);
        const taken = files.filter(({ file }) => drawn.has(file));
        expect(taken.reduce((sum, file) => sum + file.seconds, 0)).toBeLessThanOrEqual(most);
      }
    },
  );

  it.each(suites)('of %s are the same for the same seed, and others for another seed', (suite) => {
    const left = leftOut(suite, 'a seed');
    expect(leftOut(suite, 'a seed')).toEqual(left);
    expect(leftOut(suite, 'another seed')).not.toEqual(left);
    expect(left.length).toBeLessThan(sampledIn(join(ROOT, suite)).length);
  });

  it.each(suites)('of %s leave each folder a file that always runs', (suite) => {
    const sampled = new Set(sampledIn(join(ROOT, suite)).map(({ file }) => file));
    const folders = contextsIn(join(ROOT, suite)).map((folder) =>
      specsIn(join(ROOT, suite, folder)),
    );
    const withTests = folders.filter((files) => files.length > 0);
    expect(withTests.length).toBeGreaterThan(4);
    expect(withTests.filter((files) => files.every((file) => sampled.has(file)))).toEqual([]);
  });

  it('do not represent their context in the quick run', () => {
    const sampled = sampledIn(join(ROOT, 'test/integration'));
    expect(sampled.filter(({ file }) => tagsOf(file).lane === 'quick')).toEqual([]);
  });

  it('are drawn by the commit, unless the environment names a seed', () => {
    expect(sampleSeed({ SAMPLE: 'mine' })).toBe('mine');
    expect(sampleSeed({})).toMatch(/^[0-9a-f]{12}$|^\d{4}-\d\d-\d\d$/);
  });

  it('are the files above five seconds, except the cheapest of a context and those of the quick run', () => {
    const spent = [
      ...[9, 7, 5, 4.9, 12.4].map((seconds) => ({ file: `live/a${seconds}`, seconds })),
      { file: 'live/quick', seconds: 40 },
      { file: 'ledger/only', seconds: 30 },
      { file: 'model/seats', seconds: 30 },
      { file: 'model/slots', seconds: 20 },
    ].map(({ file, seconds }) => ({ file: `test/integration/${file}.spec.ts`, seconds }));
    const of = (context: string) => sampledOf(context, spent, (file) => file.includes('quick'));
    expect(of('live')).toEqual({ 'a12.4.spec.ts': 12, 'a7.spec.ts': 7, 'a9.spec.ts': 9 });
    expect(of('ledger')).toEqual({});
    expect(of('model')).toEqual({});
  });

  it('run if the commit changed them', () => {
    const repository = mkdtempSync(join(tmpdir(), 'commonlab-changed-'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], {
        cwd: repository,
        stdio: 'pipe',
      });
    const write = (name: string, text: string) => {
      mkdirSync(join(repository, 'test/e2e'), { recursive: true });
      writeFileSync(join(repository, 'test/e2e', name), text);
      git('add', '.');
      git('commit', '-qm', name);
    };
    try {
      git('init', '-q');
      write('a.spec.ts', '1');
      expect(changedByCommit('test/e2e', repository)).toEqual(new Set());
      write('b.spec.ts', '1');
      write('a.spec.ts', '2');
      expect(changedByCommit('test/e2e', repository)).toEqual(
        new Set([join(repository, 'test/e2e/a.spec.ts')]),
      );
    } finally {
      rmSync(repository, { recursive: true });
    }
  });

  describe('in a list with an error', () => {
    let suite: string;
    beforeEach(() => {
      suite = mkdtempSync(join(tmpdir(), 'commonlab-sampled-'));
      mkdirSync(join(suite, 'live'));
      writeFileSync(join(suite, 'live/here.spec.ts'), '');
    });
    afterEach(() => rmSync(suite, { recursive: true }));
    const list = (text: string) => writeFileSync(join(suite, 'live/sampled.json'), text);

    it('are read with their durations if there is none', () => {
      list('{ "here.spec.ts": 3 }');
      expect(sampledIn(suite)).toEqual([{ file: join(suite, 'live/here.spec.ts'), seconds: 3 }]);
    });
    it('are refused when a file does not exist', () => {
      list('{ "gone.spec.ts": 3 }');
      expect(() => sampledIn(suite)).toThrow('there is no file gone.spec.ts');
    });
    it.each(['0', '-1', '"3"', 'null'])('are refused when a duration is %s', (seconds) => {
      list(`{ "here.spec.ts": ${seconds} }`);
      expect(() => sampledIn(suite)).toThrow('positive number');
    });
  });
});
