import { mergeBundleParts } from './merged-parts.mjs';
import { addPage, noPages } from './page-sets.mjs';
import { circularImportsOf, sharedChunkNames } from './shared-chunks.mjs';

/** @param {string} letters one for each page */
function pagesOf(letters) {
  const pages = noPages(26);
  for (const page of letters) addPage(pages, bitOf(page));
  return pages;
}

/**
 * Makes a part for a test.
 * @param {string} name @param {number} size @param {string} pages a letter for each @param {string[]} needs
 * @returns {[string, import('./merged-parts.mjs').Part]}
 */
const part = (name, size, pages, needs = [], fixed = false) => [
  name,
  {
    modules: new Set([name]),
    pages: pagesOf(pages),
    needs: new Set(needs),
    size,
    fixed,
  },
];
const bitOf = (/** @type {string} */ page) => page.charCodeAt(0) - 'a'.charCodeAt(0);
const same = [...'abcdefghijklmnopqrstuvwxyz'].map(() => 1);

/**
 * Merges the parts, and returns the modules of each file.
 * @param {Map<string, import('./merged-parts.mjs').Part>} parts @param {number[]} weights
 */
function merged(parts, weights = same) {
  mergeBundleParts(parts, weights);
  return [...parts.values()].map(({ modules }) => [...modules].sort().join('+')).sort();
}

test('a small chunk is merged with a chunk that the same pages load', () => {
  const parts = new Map([part('a', 100, 'xy'), part('b', 50_000, 'xy'), part('c', 50_000, 'yz')]);
  expect(merged(parts)).toEqual(['a+b', 'c']);
});

test('a chunk that would make other pages much heavier is not merged', () => {
  expect(merged(new Map([part('a', 100, 'xy'), part('b', 50_000, 'z')]))).toEqual(['a', 'b']);
  // One page loads both chunks, but others load only one of them, so they are not merged.
  expect(merged(new Map([part('a', 100, 'xyuv'), part('b', 50_000, 'xz')]))).toEqual(['a', 'b']);
});

test('chunks of pages with a higher weight are merged first', () => {
  const parts = () => new Map([part('a', 30_000, 'xy'), part('b', 30_000, 'xz')]);
  expect(merged(parts())).toEqual(['a', 'b']);
  const weights = same.map((weight, i) => (i === bitOf('x') ? 10 * weight : weight));
  expect(merged(parts(), weights)).toEqual(['a+b']);
});

test('chunks that would depend on each other are not merged: not a and c in a -> b -> c', () => {
  const parts = new Map([
    part('a', 100, 'x', ['b']),
    part('b', 50_000, 'x', ['c']),
    part('c', 100, 'x'),
  ]);
  // Merging a or c with b makes no cycle, and neither does merging all three of them.
  expect(merged(parts)).toEqual(['a+b+c']);
  const apart = new Map([
    part('a', 100, 'x', ['b']),
    part('b', 50_000, 'xyzuv', ['c']),
    part('c', 100, 'xyzuvwqrstpon'),
  ]);
  expect(merged(apart)).not.toContain('a+c');
  // a and c are not merged if b, which is between them, cannot be moved because it is a page.
  const around = new Map([
    part('a', 100, 'x', ['b']),
    part('b', 50_000, 'x', ['c'], true),
    part('c', 100, 'x'),
  ]);
  expect(merged(around)).toEqual(['a', 'b', 'c']);
});

test('a page that loads a chunk is assumed to load the chunks that this one depends on', () => {
  const parts = new Map([
    part('a', 100, 'x', ['large']),
    part('b', 100, 'xy'),
    part('large', 140_000, 'x'),
  ]);
  expect(merged(parts)).toEqual(['a+large', 'b']);
});

/**
 * Makes a chunk for a test.
 * @param {string} fileName @param {string[]} modules @param {string[]} imports
 */
const chunk = (fileName, modules, imports = [], more = {}) => ({
  type: 'chunk',
  fileName,
  imports,
  modules: Object.fromEntries(modules.map((name) => [name, { renderedLength: 10 }])),
  ...more,
});

test('a chunk that several pages share gets a file name, unless it already has a file', () => {
  const places = sharedChunkNames(
    [
      chunk('x.js', ['x'], ['both.js', 'first.js'], { isDynamicEntry: true }),
      chunk('y.js', ['y'], ['both.js'], { isEntry: true }),
      chunk('both.js', ['b', 'style.css'], ['first.js']),
      chunk('first.js', ['f']),
    ],
    new Map([['f', 'frame']]),
  );
  expect([...places]).toEqual([
    ['b', 's1'],
    ['style.css', 's1'],
  ]);
});

test('all styles that no page needs at its first start are merged into one file', () => {
  const places = sharedChunkNames(
    [
      chunk('first.js', ['first', 'first.css', 'own.css'], [], { isDynamicEntry: true }),
      chunk('x.js', ['x', 'x.module.css'], ['both.js'], { isDynamicEntry: true }),
      chunk('y.js', ['y', 'y.module.css?used'], ['both.js'], { isDynamicEntry: true }),
      chunk('both.js', ['b.module.css', 'contract']),
      chunk('calendar.js', ['calendar', 'library.css'], ['both.js'], { isDynamicEntry: true }),
    ],
    new Map([
      ['first.css', 'frame'],
      ['own.css', null],
      ['contract', 'calls'],
    ]),
  );
  expect([...places]).toEqual([
    ['x.module.css', 's1'],
    ['y.module.css?used', 's1'],
    ['b.module.css', 's1'],
  ]);
});

test('the modules of a page stay in its chunk, even if a shared chunk imports it and it imports another shared chunk', () => {
  const page = { isDynamicEntry: true, facadeModuleId: '/x.page.tsx' };
  const places = sharedChunkNames(
    [
      chunk('x.js', ['x'], ['below.js'], page),
      chunk('y.js', ['y'], ['above.js'], { ...page, facadeModuleId: '/y.page.tsx' }),
      chunk('above.js', ['a'], ['x.js']),
      chunk('below.js', ['b']),
    ],
    new Map(),
  );
  // If a and b were in one file, this file would import x (because of a), and x would import this
  // file (because of b).
  expect(places.get('a')).not.toBe(places.get('b'));
  expect([...places.keys()].sort()).toEqual(['a', 'b']);
});

test('a cycle of chunks is reported once', () => {
  const b = { imports: ['c'] };
  expect(circularImportsOf({ a: { imports: ['b'] }, b, c: {} })).toEqual([]);
  expect(circularImportsOf({ a: { imports: ['b'] }, b, c: { imports: ['b'] } })).toEqual([
    'b -> c -> b',
  ]);
});
