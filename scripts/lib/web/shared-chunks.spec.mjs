import { circlesOf, mergeSmall, sharedPlaces } from './shared-chunks.mjs';

/**
 * @param {string} name @param {number} size @param {string[]} pages @param {number[]} needs
 * @returns {import('./shared-chunks.mjs').Part}
 */
const part = (name, size, pages, needs = []) => ({
  modules: new Set([name]),
  pages: new Set(pages),
  needs: new Set(needs),
  size,
});
/** @param {Map<number, import('./shared-chunks.mjs').Part>} parts */
const filesOf = (parts) =>
  [...parts.values()].map(({ modules }) => [...modules].sort().join('+')).sort();

test('what is small goes with what is loaded by the same pages', () => {
  const parts = new Map([
    [1, part('a', 100, ['x', 'y'])],
    [2, part('b', 50_000, ['x', 'y'])],
    [3, part('c', 50_000, ['y', 'z'])],
  ]);
  mergeSmall(parts);
  expect(filesOf(parts)).toEqual(['a+b', 'c']);
});

test('what would make other pages much heavier stays alone', () => {
  const parts = new Map([
    [1, part('a', 100, ['x', 'y'])],
    [2, part('b', 50_000, ['z'])],
  ]);
  mergeSmall(parts);
  expect(filesOf(parts)).toEqual(['a', 'b']);
});

test('two files never need each other: a -> b -> c does not put a and c together', () => {
  const parts = new Map([
    [1, part('a', 100, ['x'], [2])],
    [2, part('b', 50_000, ['x'], [3])],
    [3, part('c', 100, ['x'])],
  ]);
  mergeSmall(parts);
  // Either with b; both with b is no circle either.
  expect(filesOf(parts)).toEqual(['a+b+c']);
  const apart = new Map([
    [1, part('a', 100, ['x'], [2])],
    [2, part('b', 50_000, ['x', 'y', 'z', 'u', 'v'], [3])],
    [3, part('c', 100, ['x', 'y', 'z', 'u', 'v', 'w', 'q', 'r', 's', 't', 'p', 'o', 'n'])],
  ]);
  mergeSmall(apart);
  expect(filesOf(apart)).not.toContain('a+c');
});

test('the files of a build that several pages share get a name, and those with a place keep it', () => {
  /** @param {string} fileName @param {string[]} modules @param {string[]} imports */
  const chunk = (fileName, modules, imports = [], more = {}) => ({
    type: 'chunk',
    fileName,
    imports,
    modules: Object.fromEntries(modules.map((name) => [name, { renderedLength: 10 }])),
    ...more,
  });
  const places = sharedPlaces(
    [
      chunk('x.js', ['x'], ['both.js', 'first.js'], { isDynamicEntry: true }),
      chunk('y.js', ['y'], ['both.js'], { isEntry: true }),
      chunk('both.js', ['b', 'style.css'], ['first.js']),
      chunk('first.js', ['f']),
    ],
    new Map([['f', 'frame']]),
  );
  expect([...places]).toEqual([
    ['b', 'shared-1'],
    ['style.css', 'shared-1'],
  ]);
});

test('a circle is named, once', () => {
  const b = { imports: ['c'] };
  expect(circlesOf({ a: { imports: ['b'] }, b, c: {} })).toEqual([]);
  expect(circlesOf({ a: { imports: ['b'] }, b, c: { imports: ['b'] } })).toEqual(['b -> c -> b']);
});
