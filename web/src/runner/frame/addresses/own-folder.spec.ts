import { serializeSiteNames } from '../../../../../contracts/study-files/own-addresses.rule';
import { studyFolderOfPage, StudyFolder } from './own-folder';

const at = 'https://study.example/s/key/';
const names = serializeSiteNames([['', ['img', 'pages', 'index.html', 'Blüte.png']]]);
const pageAt = (path: string) => new URL(path, at);
const folder = new StudyFolder(pageAt('pages/one.html'), names, 'pages/one.html');
const base = `${at}pages/one.html`;

it.each([
  ['/img/a.png?v=1#x', 'img/a.png?v=1#x'],
  ['/repository/img/a.png', 'img/a.png'],
  ['../../img/a.png', 'img/a.png'],
  ['../../../../img/a.png', 'img/a.png'],
  ['https://study.example/img/a.png', 'img/a.png'],
  ['/Bl%C3%BCte.png', 'Bl%C3%BCte.png'],
  ['/gone/a.png', 'gone/a.png'],
])('the address %s is requested from the study’s folder', (address, path) => {
  expect(folder.resolved(address, base)).toBe(`${at}${path}`);
});

it.each([
  'a.png',
  '../img/a.png',
  '/s/key/img/a.png',
  'https://study.example/s/key/img/a.png',
  '//host.example/img/a.png',
  'https://study.example.org/img/a.png',
  'blob:https://study.example/1-2',
  'data:image/png;base64,AA',
  '#top',
  '',
  '/%zz',
])('the address %j is left unchanged', (address) => {
  expect(folder.resolved(address, base)).toBe(address);
  expect(folder.written(address, base)).toBe(address);
});

it('an attribute that a study can read does not contain the address of the run', () => {
  expect(folder.written('/img/a.png?v=1', base)).toBe('../img/a.png?v=1');
  expect(folder.written('/pages/b.html', base)).toBe('./b.html');
  expect(folder.written('/img/a.png', 'https://elsewhere.example/')).toBe('/img/a.png');
});

it('addresses in markup are rewritten, and the rest stays unchanged', () => {
  const html = `<p>/img/a.png</p><img alt="/x" src='/img/a.png'><a href="two.html" style="background:url(/img/b.png)">`;
  expect(folder.markup(html, base)).toBe(
    `<p>/img/a.png</p><img alt="/x" src='../img/a.png'><a href="two.html" style="background:url(../img/b.png)">`,
  );
});

it('the study’s folder is unknown if the page has no list of the study’s files, or lies outside of the folder', () => {
  expect(studyFolderOfPage({}, pageAt('index.html'))).toBeUndefined();
  expect(studyFolderOfPage({ names }, new URL('about:blank'))).toBeUndefined();
  expect(studyFolderOfPage({ names }, pageAt(''))?.resolved('/img/a.png', at)).toBe(
    `${at}img/a.png`,
  );
});
