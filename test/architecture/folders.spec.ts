import { readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const root = join(__dirname, '../..');
/** The number of files that a reader can survey at once (docs/architecture.md). */
const most = 25;

const sources = [
  ...[
    'bench',
    'contracts',
    'docs',
    'locales',
    'migrations',
    'scripts',
    'server',
    'test',
    'web/src',
  ],
  'workers',
];
/** Folders without this limit: they contain one file for each of many similar things. */
const lists = [...['docs/decisions', 'locales/de', 'locales/en', 'migrations'], 'web/src/ui/icons'];

const notCounted = ['budget.json', 'sampled.json'];

const overfull = (files: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > most ? [folder] : [])).sort();
};
const numbered = (folder: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${folder}/${i}.ts`);

describe('folder of source files', () => {
  it('has at most 25 files, except for lists', () => {
    const files = sources.flatMap((source) =>
      readdirSync(join(root, source), { recursive: true, withFileTypes: true })
        // Budgets and lists of sampled tests are not counted, because they are not read with the
        // source.
        .filter((entry) => entry.isFile() && !notCounted.includes(entry.name))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')),
    );
    expect(files.length).toBeGreaterThan(2_000);
    const found = overfull(files).filter((folder) => !lists.includes(folder));
    expect(found).toEqual([]);
  });

  it('is reported when it has a 26th file, whatever its sub-folders contain', () => {
    expect(overfull([...numbered('server/a', 25), ...numbered('server/a/b', 25)])).toEqual([]);
    expect(overfull([...numbered('server/a', 26), ...numbered('server/a/b', 3)])).toEqual([
      'server/a',
    ]);
  });
});
