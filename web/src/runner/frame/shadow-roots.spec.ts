import { serializeSiteNames } from '../../../../contracts/study-files/own-addresses.rule';
import { fakeCommonlab } from '../../test/fake-commonlab';
import { keepStylesOfWorker } from '../../test/styles-of-worker';
import { resolveStudyAddresses } from './addresses/own-addresses';
import { StudyFolder } from './addresses/own-folder';
import { SentForms } from './forms';
import { runScriptLinks } from './page-hooks/script-links';
import { answerMediaWithLoadedFiles, LoadedFiles } from './loaded-files';
import { shadowRootOf, domTreesIn } from './shadow-roots';
import { reportLoadFailures } from './diagnostics/failures';

const at = `${location.origin}/s/key/`;
const { commonlab, said } = fakeCommonlab();
const ran: string[] = [];
const failed: unknown[] = [];

keepStylesOfWorker();
// The functions are replaced once for all tests, as the first script of a page replaces them.
window.fetch = () => Promise.reject(new TypeError('no network'));
document.head.innerHTML = `<base href="${at}index.html">`;
URL.createObjectURL = () => 'blob:a';
const files = new LoadedFiles(['a.png'], `${at}index.html`);
reportLoadFailures((event) => void failed.push(event));
files.hear({ type: 'loaded', files: new Map([['a.png', new Blob(['x'])]]) });
answerMediaWithLoadedFiles(files);
runScriptLinks((code) => ran.push(code));
new SentForms(commonlab, () => undefined).catch();
const page = new URL(`${at}index.html`);
resolveStudyAddresses(
  new StudyFolder(page, serializeSiteNames([['', ['img', 'index.html']]]), 'index.html'),
);

beforeEach(() => {
  document.body.replaceChildren();
  for (const list of [said, ran, failed]) list.splice(0);
});

/** A web component of a study, with this HTML in its own tree. */
function component(html: string, mode: ShadowRootMode = 'open') {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode });
  root.innerHTML = html;
  const find = (selector: string) => {
    const found = root.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`there is no ${selector}`);
    return found;
  };
  return { host, root, find };
}
const soon = () => new Promise((resolve) => setTimeout(resolve));
const modes: ShadowRootMode[] = ['open', 'closed'];

it('a form in a web component is stored unless a listener of the study handles it', async () => {
  const form = '<form action="save.php"><input name="age" value="31"><button></button></form>';
  const taken = component(form);
  let times = 0;
  taken.root.addEventListener('submit', (event) => {
    times += 1;
    event.preventDefault();
  });
  for (let n = 0; n < 3; n++) taken.find('button').click();
  await soon();
  expect([said, times]).toEqual([[], 3]);
  component(form, 'closed').find('button').click();
  await soon();
  expect(said).toMatchObject([
    ['trial', { age: '31' }],
    ['finish', null],
  ]);
});

it('a loaded file that its element cannot show is reported by the file’s own address', async () => {
  const image = component('<img src="a.png">').find('img');
  await soon();
  expect(image.getAttribute('src')).toBe('blob:a');
  Object.defineProperty(image, 'currentSrc', { value: 'blob:a' });
  jest.useFakeTimers();
  image.dispatchEvent(new Event('error'));
  jest.runAllTimers();
  jest.useRealTimers();
  expect(failed).toEqual([{ type: 'load_failed', address: 'a.png', element: 'img' }]);
});

describe.each(modes)('A web component whose tree is %s', (mode) => {
  it('runs the code of a form with a javascript: address once for each click', () => {
    const { find } = component('<form action="javascript:end()"><button></button></form>', mode);
    find('button').click();
    find('button').click();
    expect(ran).toEqual(['end()', 'end()']);
  });

  it('reports an element that fails to load', () => {
    jest.useFakeTimers();
    const address = `https://a.example/${mode}.png`;
    const { find } = component(`<img src="${address}">`, mode);
    find('img').dispatchEvent(new Event('error'));
    jest.runAllTimers();
    jest.useRealTimers();
    expect(failed).toEqual([{ type: 'load_failed', address, element: 'img' }]);
  });

  it('has styles that refer to the study’s files', async () => {
    const { find } = component('<p></p>', mode);
    find('p').style.background = 'url(/img/a.png)';
    await soon();
    expect(find('p').getAttribute('style')).toContain(`${at}img/a.png`);
  });

  it('shows the preloaded file in a picture', async () => {
    const { find } = component('<img src="a.png">', mode);
    await soon();
    expect(find('img').getAttribute('src')).toBe('blob:a');
  });

  it('is found with its tree, and with the trees of components inside it', () => {
    const { host, root, find } = component('<div></div>', mode);
    const inner = find('div').attachShadow({ mode });
    expect([shadowRootOf(host), shadowRootOf(find('div')), shadowRootOf(document.body)]).toEqual([
      ...[root, inner, undefined],
    ]);
    expect([...domTreesIn(document)]).toEqual([document, root, inner]);
  });
});

it('the javascript: address of a link in and around a web component is run', () => {
  component('<a href="javascript:inner()"><b></b></a>').find('b').click();
  document.body.innerHTML = '<a href="javascript:outer()"><div></div></a>';
  const host = document.querySelector('div');
  const inner = host?.attachShadow({ mode: 'open' }).appendChild(document.createElement('b'));
  inner?.click();
  expect(ran).toEqual(['inner()', 'outer()']);
});
