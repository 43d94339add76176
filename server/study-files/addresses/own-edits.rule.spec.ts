import { applyAddressEdits } from '../libraries/with-copies.rule';
import { findOutsideAddressEdits } from './own-edits.rule';
import { OutsideAddressResolver } from './own-paths.rule';

const files = [
  'index.html',
  'next.html',
  'sub/page.html',
  'sub/index.html',
  'img/a.png',
  'img/Blüte.png',
  'js/main.js',
  'js/parts/b.js',
  'css/a.css',
  'dist/index.html',
  'dist/assets/app.js',
];
const paths = new OutsideAddressResolver(new Set(files));
const served = (file: string, text: string, mime = 'text/html') => {
  const characters = Buffer.from(text).toString('latin1');
  const edits = findOutsideAddressEdits(characters, mime, file, paths);
  const changed = applyAddressEdits(characters, edits, { libraries: '/L/', folder: '/s/KEY/' });
  return Buffer.from(changed, 'latin1').toString();
};

it.each([
  ['index.html', '<img src="/img/a.png?v=1">', '<img src="./img/a.png?v=1">'],
  ['sub/page.html', '<img src="/img/a.png">', '<img src="../img/a.png">'],
  ['index.html', '<img src="/img/Blüte.png">', '<img src="./img/Bl%C3%BCte.png">'],
  ['index.html', '<img src="/img/Bl%C3%BCte.png">', '<img src="./img/Bl%C3%BCte.png">'],
  ['index.html', '<a href="/sub/">', '<a href="./sub/index.html">'],
  ['index.html', '<img src="/repository/img/a.png">', '<img src="./img/a.png">'],
  ['index.html', '<img src="../img/a.png">', '<img src="./img/a.png">'],
  ['sub/page.html', '<img src="../../x/img/a.png">', '<img src="../img/a.png">'],
  ['dist/index.html', '<script src="/assets/app.js">', '<script src="./assets/app.js">'],
  [
    'index.html',
    '<base href="/"><img src="/img/a.png">',
    '<base href="./"><img src="/s/KEY/img/a.png">',
  ],
  ['sub/page.html', '<base href="/repository/">', '<base href="../">'],
  [
    'sub/page.html',
    '<script>location.href = "/next.html?a"</script>',
    '<script>location.href = "/s/KEY/next.html?a"</script>',
  ],
])('in %s, %s is served as %s', (file, text, expected) => {
  expect(served(file, text)).toBe(expected);
});

it.each([
  ['index.html', '<img src="/gone.png"><img src="../gone.png">'],
  ['sub/page.html', '<img src="../img/a.png"><img src="a.png">'],
  ['index.html', '<img src="//host.example/img/a.png">'],
])('in %s, %s is served unchanged', (file, text) => {
  expect(served(file, text)).toBe(text);
});

it('addresses in scripts and styles are rewritten relative to their own file', () => {
  expect(
    served('js/main.js', 'import "/js/parts/b.js"; import("/js/parts/" + n)', 'text/javascript'),
  ).toBe('import "./parts/b.js"; import("./parts/" + n)');
  expect(served('css/a.css', 'a{background:url(/img/a.png)}', 'text/css')).toBe(
    'a{background:url(../img/a.png)}',
  );
});

it('the list of path beginnings around a page has folders first, and ends at the limit', () => {
  expect(paths.namesFor('dist/index.html')).toBe(
    'dist%2F:assets,index.html :sub,img,js,css,dist,index.html,next.html',
  );
  const many = new OutsideAddressResolver(
    new Set(['z/a.png', ...Array.from({ length: 5_000 }, (_, i) => `picture-${i}.png`)]),
  );
  expect(many.namesFor('index.html')).toMatch(/^:z,picture-0\.png,/);
  expect(many.namesFor('index.html').length).toBeLessThan(6_100);
});
