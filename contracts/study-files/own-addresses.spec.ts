import {
  addressFromFile,
  leavesFolder,
  likelyPath,
  mayLeaveFolder,
  serializeSiteNames,
  parseSiteNames,
  pathWithinWebsite,
  possibleSiteRoots,
} from './own-addresses.rule';

it.each([
  ['/img/a.png', true],
  ['/', true],
  ['../a.png', true],
  ['./../a.png', true],
  ['a.png', false],
  ['./a.png', false],
  ['//host.example/a.png', false],
  ['https://host.example/a.png', false],
  ['data:text/plain,/a', false],
  ['', false],
])('%j may lead out of its folder: %s', (address, expected) => {
  expect(mayLeaveFolder(address)).toBe(expected);
});

it.each([
  ['/img/a.png', 'index.html', 'img/a.png'],
  ['../img/a.png', 'sub/index.html', 'img/a.png'],
  ['../../../img/a.png?v=1#x', 'sub/index.html', 'img/a.png'],
  ['/Bl%C3%BCte.png', 'index.html', 'Blüte.png'],
  ['/Blu\u0308te.png', 'index.html', 'Blüte.png'],
  ['/%zz', 'index.html', null],
  ['https://host.example/a.png', 'index.html', null],
])('%s in %s has the path %s when the folder is a website', (address, from, path) => {
  expect(pathWithinWebsite(address, from)).toBe(path);
});

it.each(['/a%2f..%2f..%2fapi/studies/', '/%2e%2e%2fx', '/a%5c..%5cx'])(
  'there is no path when a decoded slash would lead upwards: %s',
  (address) => {
    expect(pathWithinWebsite(address, 'index.html')).toBeNull();
  },
);

it.each([
  ['/a.png', 'sub/index.html', true],
  ['../a.png', 'sub/index.html', false],
  ['../a.png', 'index.html', true],
  ['../../a.png', 'sub/index.html', true],
  ['https://host.example/a.png', 'index.html', false],
])('%s leads out of the folder from %s: %s', (address, from, expected) => {
  expect(leavesFolder(address, from)).toBe(expected);
});

it('the first folder to be tried as the root of the website is a build tool’s output folder, if there is one', () => {
  expect(possibleSiteRoots('index.html')).toEqual(['']);
  expect(possibleSiteRoots('a/b/index.html')).toEqual(['', 'a/', 'a/b/']);
  expect(possibleSiteRoots('app/dist/sub/index.html')).toEqual([
    'app/dist/',
    '',
    'app/',
    'app/dist/sub/',
  ]);
});

it('a relative address begins with ./ or ../ and is written in ASCII', () => {
  expect(addressFromFile('index.html', 'Blüte (1).png')).toBe('./Bl%C3%BCte%20%281%29.png');
  expect(addressFromFile('js/lib/main.js', 'a/b.js')).toBe('../../a/b.js');
  expect(addressFromFile('a/b/c.html', 'a/x/d.js')).toBe('../x/d.js');
  expect(addressFromFile('dist/a.html', 'dist/')).toBe('./');
});

it('names of folders and files stay the same when they are written into a page and read from it', () => {
  const sites = [
    ['', ['img', 'Blüte 1.png', 'a,b:c.js']],
    ['app/dist/', ['index.html']],
  ] as const;
  const text = serializeSiteNames(sites);
  expect(text).toMatch(/^[!#-%'-;=?-~ ]*$/);
  expect(parseSiteNames(text)).toEqual(sites.map(([folder, names]) => [folder, new Set(names)]));
});

it.each([
  ['img/a.png', 'img/a.png'],
  ['repo/img/a.png', 'img/a.png'],
  ['only-built.js', 'dist/only-built.js'],
  ['repo/', ''],
  ['gone/a.png', 'gone/a.png'],
  ['', ''],
])(
  'a page that knows only the first segments of paths guesses the path %j for %j',
  (path, expected) => {
    const names = parseSiteNames(
      serializeSiteNames([
        ['', ['img', 'index.html']],
        ['dist/', ['only-built.js']],
      ]),
    );
    expect(likelyPath(path, names)).toBe(expected);
  },
);
