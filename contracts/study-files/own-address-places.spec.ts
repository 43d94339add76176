import {
  mayContainAddresses,
  addressesInPage,
  addressesInScript,
  addressesInStyle,
  type AddressOccurrence,
} from './own-address-places.rule';

const said = (text: string, places: readonly AddressOccurrence[]) => {
  for (const { from, to, text: address } of places) expect(text.slice(from, to)).toBe(address);
  return places.map(({ text: address, how }) =>
    how === 'address' ? address : `${address} ${how}`,
  );
};
const inPage = (html: string) => said(html, addressesInPage(html).places);

it.each([
  ['<img src="/img/a.png?v=1#x">', ['/img/a.png']],
  ["<IMG alt=x SRC='/img/a.png'/>", ['/img/a.png']],
  ['<script type=module crossorigin src=/assets/app.js></script>', ['/assets/app.js']],
  ['<link rel="stylesheet" href=" /a.css ">', ['/a.css']],
  ['<video poster="/p.jpg"><source src="../v.mp4"></video>', ['/p.jpg', '../v.mp4']],
  ['<object data="/a.svg"></object><p data="/no">', ['/a.svg']],
  ['<img srcset="/a.png 1x, /b.png 2x,c.png 3x">', ['/a.png', '/b.png']],
  ['<div style="background: url(/a.png)">', ['/a.png']],
  ['<a href="/two.html">on</a><form action="/save.php">', ['/two.html', '/save.php']],
  ['<button onclick="location.href=\'/end.html\'">', ['/end.html page']],
  ['<meta http-equiv="refresh" content="3; url=/next.html">', ['/next.html']],
  ['<base href="/">', ['/ base']],
  ['<style>@import"/a.css"; b { background: url( "/b.png" ) }</style>', ['/a.css', '/b.png']],
  [
    '<script type="importmap">{"imports":{"x":"/x.js","/y":"./y.js","p/":"/p/"}}</script>',
    ['/x.js', '/p/ beginning'],
  ],
  ['<script type="module">import a from "/a.js"; import("/b.js")</script>', ['/a.js', '/b.js']],
  ['<script>const html = \'<img src="/no.png">\'; const src = "/no.png";</script>', []],
  ['<script type="text/template"><img src="/no.png"></script>', []],
  ['<!-- <img src="/no.png"> --><img src="//host.example/no.png"><img src=a.png>', []],
  ['<a title="a > b" href="/c.html">', ['/c.html']],
])('the markup %s contains the addresses %j', (html, expected) => {
  expect(inPage(html)).toEqual(expected);
});

it('only a base element with an address changes the addresses of a page', () => {
  expect(addressesInPage('<base href="sub/"><img src="/a.png">').hasBase).toBe(true);
  expect(addressesInPage('<base target="_blank">').hasBase).toBe(false);
});

it.each([
  ['import x from "/x.js";import"/y.js"', ['/x.js', '/y.js']],
  ["export * from'../../z.js';", ['../../z.js']],
  ['await import(/* @vite-ignore */ "/x.js")', ['/x.js']],
  [
    'import("/plugins/" + name + ".js"); import(`/parts/${n}.js`)',
    ['/plugins/ beginning', '/parts/ beginning'],
  ],
  ['location = "/a.html"; window.location.replace(\'/b.html\')', ['/a.html page', '/b.html page']],
  ['if (location.href == "/a.html") fetch("/data.json")', []],
  ['location.href = "/a/" + n', []],
])('the script %s contains the addresses %j', (text, expected) => {
  expect(said(text, addressesInScript(text))).toEqual(expected);
});

it('a stylesheet contains the addresses that it imports and shows', () => {
  const text = 'a{background:url(../../a.png)}@import url("/b.css");i{background:url(c.png)}';
  expect(said(text, addressesInStyle(text))).toEqual(['../../a.png', '/b.css']);
});

it.each([
  ['<p>one / two</p><br/>', false],
  ['<img src="/a.png">', true],
  ['<img src=../a.png>', true],
  ['url(/a.png)', true],
  ['href="/"', true],
])('%s is searched for addresses: %s', (text, expected) => {
  expect(mayContainAddresses(text)).toBe(expected);
});

it.each([
  ['tags without an end', '<a '],
  ['quotation marks without an end', '<a b="'],
  ['blanks', '<a ', ' ', '"'],
  ['names without values', '<a ', 'b '],
  ['styles without an end', '<style>url('],
  ['imports without an end', '<script>import("/a'],
])('a page of %s is read within a limit of processor time', (_, part, more = part, end = '') => {
  const text = part + more.repeat(500_000 / more.length) + end;
  const before = process.cpuUsage();
  addressesInPage(text);
  const { user } = process.cpuUsage(before);
  // With a parser that needs quadratic time, this test would take minutes.
  expect(user / 1_000).toBeLessThan(3_000);
});
