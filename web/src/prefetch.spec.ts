import { prefetchOnIntent } from './prefetch';
import type { PageRoute } from './navigation/row';

const asked: string[] = [];
const rows = ['/signin', '/study/details/:id', '*'].map((path) => ({
  path,
  prefetch: () => {
    asked.push(path);
    return Promise.resolve();
  },
})) as unknown as PageRoute[];
let stop = () => undefined as void;

beforeEach(() => {
  asked.length = 0;
  document.body.innerHTML = `
    <a id="in" href="/signin"><b>Sign in</b></a> <a id="study" href="/study/details/1?session=2">A study</a>
    <a id="out" href="https://elsewhere.example/signin">Elsewhere</a>
    <a id="tab" href="/signin" target="_blank">A new tab</a> <p>Text</p>`;
  stop = prefetchOnIntent(rows);
});
afterEach(() => stop());

const over = (selector: string, event = 'pointerover') =>
  document.querySelector(selector)?.dispatchEvent(new Event(event, { bubbles: true }));

test('a page is fetched when a link to it is hovered, touched or focused', () => {
  over('#in b');
  over('#study', 'touchstart');
  over('#in', 'focusin');
  expect(asked).toEqual(['/signin', '/study/details/:id', '/signin']);
});
test('nothing is fetched for other elements, for links to other sites, or for links to a new tab', () => {
  over('p');
  over('#out');
  over('#tab');
  expect(asked).toEqual([]);
});
test('nothing is fetched when the browser is set to save data', () => {
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: { saveData: true },
  });
  over('#in');
  Reflect.deleteProperty(navigator, 'connection');
  expect(asked).toEqual([]);
});
