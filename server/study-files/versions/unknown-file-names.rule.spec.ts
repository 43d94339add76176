import { indexesOfUnknownNames } from './unknown-file-names.rule';

const paths = ['index.html', 'img/a.png', 'img/faces/b.png', 'a/b/c/d.txt'];

it.each([
  ['a file', 'index.html', true],
  ['a file in a folder', 'img/faces/b.png', true],
  ['a folder', 'img/', true],
  ['a folder in a folder', 'img/faces/', true],
  ['a folder that holds folders alone', 'a/', true],
  ['a folder without its slash', 'img', false],
  ['a file with a slash', 'index.html/', false],
  ['a part of a name', 'im', false],
  ['a part of a folder', 'img/face/', false],
  ['nothing', '', false],
  ['the root', '/', false],
  ['a file that is not there', 'img/b.png', false],
])('indexesOfUnknownNames finds in the version, or does not find, %s: %s', (_, name, isThere) => {
  expect(indexesOfUnknownNames([name], paths)).toEqual(isThere ? [] : [0]);
});

it('indexesOfUnknownNames lists the indexes of unknown names in order, in time linear in folders and names', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => `${'deep/'.repeat(200)}${i}.png`);
  const names = Array.from({ length: 5_000 }, (_, i) => (i % 2 ? `no/${i}/` : 'deep/deep/'));
  expect(indexesOfUnknownNames(names, many)).toEqual(names.flatMap((_, i) => (i % 2 ? [i] : [])));
});
