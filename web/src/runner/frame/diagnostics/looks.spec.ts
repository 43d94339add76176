import type { PageAppearance } from '../../messages';
import { onShadowRoot } from '../shadow-roots';
import { visibleContentKind, reportPageAppearance } from './looks';

// In a page, our first script makes this call before any script of the study runs.
onShadowRoot(() => undefined);

const page = (html: string, style = '') => {
  document.body.innerHTML = html;
  document.body.setAttribute('style', style);
};

describe('The reported content of a page', () => {
  it.each([
    '<p>Welcome</p>',
    '<canvas></canvas>',
    '<div><div><svg></svg></div></div>',
    '<img src="a.png">',
    '<form><input></form>',
    '<iframe></iframe>',
  ])('is "content" for %s', (html) => {
    page(html);
    expect(visibleContentKind()).toBe('content');
  });

  it.each([
    '',
    '<div id="root"></div>',
    '<div class="jspsych-content-wrapper"><div class="jspsych-content">  \n </div></div>',
    '<noscript>You need JavaScript</noscript><script>const a = 1;</script><style>p {}</style>',
    '<div hidden>Later</div><p style="display: none">Later</p>',
    '<div style="background-color: white"></div>',
  ])('is "nothing" for %s', (html) => {
    page(html);
    expect(visibleContentKind()).toBe('nothing');
  });

  it('is only a colour on a page that has nothing else, such as a black screen', () => {
    page('', 'background-color: black');
    expect(visibleContentKind()).toBe('colour');
    page('<div style="background-color: rgb(10, 10, 10)"></div>');
    expect(visibleContentKind()).toBe('colour');
  });
});

test('A page reports how it looks when that changes, and no more often', () => {
  jest.useFakeTimers();
  const told: PageAppearance[] = [];
  page('');
  reportPageAppearance((looks) => told.push(looks));
  jest.advanceTimersByTime(10_000);
  page('<p>Welcome</p>');
  jest.advanceTimersByTime(10_000);
  page('');
  jest.advanceTimersByTime(10_000);
  expect(told.map(({ shown }) => shown)).toEqual(['nothing', 'content', 'nothing']);
  jest.useRealTimers();
});

describe('The reported content of a web component', () => {
  const component = (html: string, mode: 'open' | 'closed' = 'open') => {
    page('<my-study></my-study>');
    const host = document.body.firstElementChild;
    const root = host?.attachShadow({ mode });
    if (root) root.innerHTML = html;
    return root;
  };

  it.each(['open', 'closed'] as const)('is that of its tree, also if the tree is %s', (mode) => {
    component('<p>Welcome</p>', mode);
    expect(visibleContentKind()).toBe('content');
    component('<style>p {}</style><div><canvas></canvas></div>', mode);
    expect(visibleContentKind()).toBe('content');
    component('<style>p {}</style><div></div>', mode);
    expect(visibleContentKind()).toBe('nothing');
    component('<div style="background-color: black"></div>', mode);
    expect(visibleContentKind()).toBe('colour');
    const outer = component('<my-words></my-words>', mode);
    const inner = outer?.firstElementChild?.attachShadow({ mode });
    inner?.append('Words');
    expect(visibleContentKind()).toBe('content');
    outer?.firstElementChild?.setAttribute('hidden', '');
    expect(visibleContentKind()).toBe('nothing');
  });
});

describe('The report of a page after an error', () => {
  /**
   * Returns a function that simulates key and pointer presses by a person. The report counts only
   * trusted events, which scripts cannot make, so the function calls the listeners with fake
   * trusted events.
   */
  const pressing = () => {
    const heard = jest.spyOn(window, 'addEventListener');
    const told: PageAppearance[] = [];
    reportPageAppearance((looks) => told.push(looks))();
    const listeners = heard.mock.calls.map(([name, listener]) => ({ name, listener }));
    heard.mockRestore();
    return async (...names: string[]) => {
      for (const one of names)
        for (const { name, listener } of listeners)
          if (name === one && typeof listener === 'function')
            listener.call(window, { isTrusted: true } as Event);
      await jest.advanceTimersByTimeAsync(1_000);
      return told.at(-1)?.idle;
    };
  };
  const thrice = ['keydown', 'pointerdown', 'keydown'];
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('counts presses that change nothing', async () => {
    page('<p>Welcome</p>');
    const press = pressing();
    expect(await press(...thrice)).toBe(3);
    document.body.append('!');
    expect(await press()).toBe(0);
  });

  it('counts no press on a page that draws, even when its canvas is added after the error', async () => {
    for (const where of [document.body, () => pageRoot()]) {
      page('<p>Welcome</p>');
      const press = pressing();
      const place = typeof where === 'function' ? where() : where;
      place.append(document.createElement('canvas'));
      expect(await press()).toBe(0);
      expect(await press(...thrice)).toBe(0);
    }
  });

  it('counts no press if typing or scrolling follows', async () => {
    page('<textarea></textarea>');
    const press = pressing();
    expect(await press(...['keydown', 'input', 'keydown', 'input', 'keydown', 'input'])).toBe(0);
    expect(await press(...thrice, 'scroll')).toBe(0);
  });

  it('counts no press that changes something in a web component', async () => {
    page('<p>Welcome</p>');
    const [before, press] = [pageRoot(), pressing()];
    const after = pageRoot();
    await jest.advanceTimersByTimeAsync(1_000);
    for (const root of [before, after]) {
      expect(await press(...thrice)).toBe(3);
      root.append('!');
      expect(await press()).toBe(0);
    }
  });

  const pageRoot = () =>
    document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' });
});
