import { serializeSiteNames } from '../../../../../contracts/study-files/own-addresses.rule';
import { keepStylesOfWorker } from '../../../test/styles-of-worker';
import { resolveStudyAddresses } from './own-addresses';
import { StudyFolder } from './own-folder';

const at = `${location.origin}/s/key/`;
const asked: string[] = [];
class PaperRequest {
  constructor(
    readonly url: string,
    readonly from?: PaperRequest,
  ) {}
}
Object.defineProperty(window, 'Request', { value: PaperRequest });
window.fetch = (input) => {
  asked.push(input instanceof Request ? input.url : String(input));
  return Promise.resolve({} as Response);
};
keepStylesOfWorker();
beforeAll(() => {
  document.head.innerHTML = `<base href="${at}index.html">`;
  const open: (...given: unknown[]) => void = function (_, url) {
    asked.push(String(url));
  };
  XMLHttpRequest.prototype.open = open;
  const page = new URL(`${at}index.html`);
  resolveStudyAddresses(
    new StudyFolder(page, serializeSiteNames([['', ['img', 'index.html']]]), 'index.html'),
  );
});
beforeEach(() => asked.splice(0));

it('requests of all kinds are directed to the study’s files', async () => {
  await fetch('/img/list.json');
  await fetch(new URL('/img/list.json', location.origin));
  await fetch('../img/list.json', { method: 'POST' });
  await fetch(new Request(`${location.origin}/img/list.json`));
  new XMLHttpRequest().open('GET', '/img/list.json');
  expect(asked).toEqual(Array.from({ length: 5 }, () => `${at}img/list.json`));
});

it('requests to other hosts and to relative addresses stay unchanged', async () => {
  for (const address of ['https://host.example/a', 'img/list.json', 'blob:x']) await fetch(address);
  expect(asked).toEqual(['https://host.example/a', 'img/list.json', 'blob:x']);
});

const elements: readonly (readonly [tag: string, name: string])[] = [
  ['img', 'src'],
  ['audio', 'src'],
  ['video', 'poster'],
  ['source', 'src'],
  ['track', 'src'],
  ['script', 'src'],
  ['link', 'href'],
  ['iframe', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
  ['a', 'href'],
  ['form', 'action'],
  ['input', 'src'],
];
it.each(elements)(
  '<%s %s> has an address of the study, by property and by attribute',
  (tag, name) => {
    const byProperty = document.createElement(tag);
    Reflect.set(byProperty, name, '/img/a.png');
    expect(byProperty.getAttribute(name)).toBe('./img/a.png');
    expect(String(Reflect.get(byProperty, name))).toBe(`${at}img/a.png`);
    const byAttribute = document.createElement(tag);
    byAttribute.setAttribute(name, '/img/a.png');
    expect(byAttribute.getAttribute(name)).toBe('./img/a.png');
  },
);

it('attributes without an address stay unchanged', () => {
  const element = document.createElement('p');
  for (const name of ['title', 'data', 'data-src', 'content']) {
    element.setAttribute(name, '/img/a.png');
    expect(element.getAttribute(name)).toBe('/img/a.png');
  }
});

it('addresses in srcset, markup, styles and forms are rewritten', () => {
  const image = document.createElement('img');
  image.srcset = '/img/a.png 1x, img/b.png 2x';
  expect(image.getAttribute('srcset')).toBe('./img/a.png 1x, img/b.png 2x');
  const element = document.createElement('div');
  element.innerHTML = '<img src="/img/a.png">';
  element.insertAdjacentHTML('beforeend', "<img src='../img/b.png'>");
  expect([...element.children].map((one) => one.getAttribute('src'))).toEqual([
    './img/a.png',
    './img/b.png',
  ]);
  element.setAttribute('style', 'background: url(/img/a.png)');
  expect(element.getAttribute('style')).toBe(`background: url(${at}img/a.png)`);
  document.body.innerHTML = '<form method="post" action="/save.php"></form>';
  const form = document.body.querySelector('form');
  form?.setAttribute('onsubmit', 'return false');
  form?.requestSubmit();
  expect(form?.getAttribute('action')).toBe('./save.php');
});
