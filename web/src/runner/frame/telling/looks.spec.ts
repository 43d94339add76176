import type { Looks } from '../../messages';
import { shownNow, tellLooks } from './looks';

const page = (html: string, style = '') => {
  document.body.innerHTML = html;
  document.body.setAttribute('style', style);
};

describe('Of a page there is to be seen', () => {
  it.each([
    '<p>Welcome</p>',
    '<canvas></canvas>',
    '<div><div><svg></svg></div></div>',
    '<img src="a.png">',
    '<form><input></form>',
    '<iframe></iframe>',
  ])('content: %s', (html) => {
    page(html);
    expect(shownNow()).toBe('content');
  });

  it.each([
    '',
    '<div id="root"></div>',
    '<div class="jspsych-content-wrapper"><div class="jspsych-content">  \n </div></div>',
    '<noscript>You need JavaScript</noscript><script>const a = 1;</script><style>p {}</style>',
    '<div hidden>Later</div><p style="display: none">Later</p>',
    '<div style="background-color: white"></div>',
  ])('nothing: %s', (html) => {
    page(html);
    expect(shownNow()).toBe('nothing');
  });

  it('a colour, as a black screen is', () => {
    page('', 'background-color: black');
    expect(shownNow()).toBe('colour');
    page('<div style="background-color: rgb(10, 10, 10)"></div>');
    expect(shownNow()).toBe('colour');
  });
});

test('A page tells how it looks when that changes, and no more often', () => {
  jest.useFakeTimers();
  const told: Looks[] = [];
  page('');
  tellLooks((looks) => told.push(looks));
  jest.advanceTimersByTime(10_000);
  page('<p>Welcome</p>');
  jest.advanceTimersByTime(10_000);
  page('');
  jest.advanceTimersByTime(10_000);
  expect(told.map(({ shown }) => shown)).toEqual(['nothing', 'content', 'nothing']);
  jest.useRealTimers();
});
