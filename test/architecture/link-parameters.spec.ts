import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../web/src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.spec)\.tsx?$/.test(file) && !file.startsWith('test/'))
  .map((file) => readFileSync(join(root, file), 'utf8'));

/** Finds the names of query parameters in the paths of pages that a source links to. */
const writtenIn = (source: string): string[] =>
  [...source.matchAll(/['"`]\/(?!api\/)[^'"`\s]*/g)].flatMap(([path]) =>
    [...path.matchAll(/[?&]([a-z][\w-]*)=/g)].map(([, name = '']) => name),
  );
/** Finds the names of query parameters that a source reads. */
const readIn = (source: string): string[] => [
  ...[...source.matchAll(/\.(?:get|getAll|has)\(\s*['"]([a-z][\w-]*)['"]/g)].map(
    ([, name = '']) => name,
  ),
  ...[...source.matchAll(/\buseFilters\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/['"]([a-z][\w-]*)['"]/g)].map(([, name = '']) => name),
  ),
];

describe('query parameters of links to pages', () => {
  const written = new Set(sources.flatMap(writtenIn));

  it('are read by a page', () => {
    expect(written.size).toBeGreaterThan(5);
    const read = new Set(sources.flatMap(readIn));
    expect([...written].filter((name) => !read.has(name))).toEqual([]);
  });

  it.each([
    ['to="/signup?role=researcher"', ['role']],
    ['`/sessions/${id}?top-up=${rate}&tab=x#payments`', ['top-up', 'tab']],
    ["call('/api/studies/?text=a')", []],
    ['https://example.org/?a=b', []],
  ])('are found in %s', (source, names) => expect(writtenIn(source)).toEqual(names));

  it('are found in the source code of a page that reads them', () =>
    expect(
      readIn("params.get('tab') ?? new URLSearchParams(search).has('top-up'); useFilters('user')"),
    ).toEqual(['tab', 'top-up', 'user']));
});
