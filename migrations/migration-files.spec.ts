import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldedMigrations } from './folded-migrations';
import { isBaseline, migrationFiles } from './migration-files.rule';

const namesOf = (names: string[]) => migrationFiles(names).map(({ name }) => name);

describe('migrationFiles', () => {
  it('returns the migrations by timestamp when the folder lists them in a different order', () => {
    expect(namesOf(['1795000000003-b.ts', '1763690000000-c.ts', '1795000000002-d.ts'])).toEqual([
      '1763690000000-c.ts',
      '1795000000002-d.ts',
      '1795000000003-b.ts',
    ]);
  });

  it('ignores helpers, tests, declarations and source maps', () => {
    const others = [
      'all.js',
      'concurrent-index.ts',
      'migration-files.rule.ts',
      'a.spec.ts',
      'b.d.ts',
    ];
    expect(namesOf([...others, '1795000000001-a.js', '1795000000001-a.js.map'])).toEqual([
      '1795000000001-a.js',
    ]);
  });

  it('refuses a file without a timestamp', () => {
    expect(() => migrationFiles(['1795000000001-a.ts', 'add-column.ts'])).toThrow(
      'migrations/add-column.ts does not begin with a timestamp',
    );
    expect(() => migrationFiles(['179500-a.ts'])).toThrow('does not begin with a timestamp');
  });

  it('refuses two files with the same timestamp', () => {
    expect(() => migrationFiles(['1795000000001-a.ts', '1795000000001-b.ts'])).toThrow(
      'migrations/1795000000001-b.ts has the timestamp of migrations/1795000000001-a.ts',
    );
  });
});

describe('isBaseline', () => {
  it('is true of the files that end with -baseline, sources or compiled', () => {
    const named = migrationFiles(['1795000000001-a-baseline.js', '1795000000002-baseline-b.ts']);
    expect(named.map(isBaseline)).toEqual([true, false]);
  });
});

describe('The folder of migrations', () => {
  const files = migrationFiles(readdirSync(__dirname));

  it('contains at least one migration, each with a timestamp of its own', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it('begins with the baselines, before every later migration', () => {
    const later = files.findIndex((file) => !isBaseline(file));
    const baselines = files.filter(isBaseline);
    expect(baselines).toEqual(files.slice(0, later === -1 ? files.length : later));
    expect(Number(baselines[0]?.timestamp)).toBeGreaterThan(
      Math.max(...foldedMigrations.names.map((name) => Number(name.slice(-13)))),
    );
  });

  it('exports from each file one class, whose name ends with the timestamp of the file', () => {
    const wrong = files.filter(({ name, timestamp }) => {
      const text = readFileSync(join(__dirname, name), 'utf8');
      const classes = [...text.matchAll(/^export class (\w+)/gm)].map(([, exported]) => exported);
      return classes.length !== 1 || !classes[0]?.endsWith(timestamp);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
