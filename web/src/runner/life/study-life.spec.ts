import english from '../../../../locales/en/runner.json';
import type { FrameMessage, PageAppearance } from '../messages';
import { messageLengthOf } from '../pace/message-pace';
import { setTexts } from '../texts';
import { stageWithLivenessCheck } from './around-study';

const note = jest.fn(() => Promise.resolve());
const again = jest.fn();
const leave = jest.fn(() => Promise.resolve());
const giveBack = jest.fn(() => Promise.resolve());

function opened(id = 'p') {
  const stage = stageWithLivenessCheck(id, giveBack);
  const frame = document.createElement('iframe');
  stage.study(frame, { note, again, leave });
  return { ...stage, frame, hear: (message: FrameMessage) => stage.heard?.(message) };
}
const looks = (shown: PageAppearance['shown']): FrameMessage => ({
  type: 'looks',
  shown,
  complete: true,
  idle: 0,
});
const event = (data: object): FrameMessage => ({
  type: 'record',
  kind: 'event',
  data: JSON.stringify(data),
});
const panel = () => document.querySelector<HTMLElement>('[role=alertdialog]');
const press = (name: string) => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  found.click();
};
const after = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeAll(() => setTexts('en', english));
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  sessionStorage.clear();
  jest.clearAllMocks();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('A report of a page about its appearance is a valid message', () => {
  expect(messageLengthOf(looks('nothing'))).toBeGreaterThan(0);
});

describe('the page around a study that did not start', () => {
  it('shows one sentence once, moves the focus to it, and records the event', async () => {
    const { hear } = opened();
    hear(looks('nothing'));
    await after(0);
    hear(event({ type: 'blocked', address: 'a.js', directive: 'script-src-elem' }));
    await after(0);
    await after(10_000);
    expect(panel()?.textContent).toContain('and that is not your fault');
    expect(document.activeElement?.textContent).toBe('The study did not start');
    await after(60_000);
    expect(note.mock.calls).toEqual([[{ type: 'not_started' }]]);
  });

  it('offers to try again, to report it to the researchers, and to give the spot back after a confirmation', async () => {
    const { hear } = opened();
    hear(looks('nothing'));
    await after(0);
    hear(event({ type: 'error', message: 'x' }));
    await after(0);
    await after(10_000);
    press('Try again');
    expect(again).toHaveBeenCalledTimes(1);
    press('Tell the researchers');
    expect(note).toHaveBeenLastCalledWith({ type: 'not_started', told: 'yes' });
    expect(document.querySelector('[role=status]')).not.toBeNull();
    expect(() => press('Tell the researchers')).toThrow();
    press('Give your spot back');
    expect(giveBack).not.toHaveBeenCalled();
    expect(panel()?.textContent).toContain('you cannot take part in this study again');
    press('Yes, give it back');
    expect(leave).toHaveBeenCalledTimes(1);
    await Promise.resolve();
    expect(giveBack).toHaveBeenCalledTimes(1);
  });

  it.each(['press', 'Escape'])(
    'removes the sentence for good when the participant says that the study works: %s',
    async (by) => {
      const { hear } = opened();
      hear(looks('nothing'));
      await after(0);
      await after(20_000);
      if (by === 'press') press('It works');
      else panel()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      await after(600_000);
      expect(panel()).toBeNull();
      expect(note).toHaveBeenLastCalledWith({ type: 'began' });
    },
  );

  it('removes the sentence when the study shows something, also after a reload', async () => {
    const { hear } = opened();
    hear(looks('nothing'));
    await after(0);
    await after(20_000);
    hear(looks('content'));
    await after(0);
    expect(panel()).toBeNull();
    expect(note).toHaveBeenLastCalledWith({ type: 'began' });

    const second = opened('q');
    second.hear(looks('nothing'));
    await after(0);
    await after(20_000);
    note.mockClear();
    opened('q').hear(looks('content'));
    await after(0);
    expect(note.mock.calls).toEqual([[{ type: 'began' }]]);
  });

  it('shows nothing when the browser has drawn something of the study', async () => {
    const { hear } = opened();
    hear(looks('nothing'));
    hear({ type: 'painted' });
    await after(60_000);
    expect(panel()).toBeNull();
    expect(note).not.toHaveBeenCalled();
  });

  it.each([
    'ResizeObserver loop completed with undelivered notifications.',
    'ResizeObserver loop limit exceeded',
    'TypeError: fullscreen error',
    'TypeError: Fullscreen request denied',
  ])('shows nothing for an event that is no failure of the code: %s', async (message) => {
    const { hear } = opened();
    hear(looks('content'));
    hear(event({ type: 'error', message }));
    hear(looks('nothing'));
    await after(60_000);
    expect(panel()).toBeNull();
    const other = opened('q');
    other.hear(looks('content'));
    other.hear(event({ type: 'error', message: `TypeError: ${message}() is not a function` }));
    other.hear(looks('nothing'));
    await after(60_000);
    expect(panel()?.dataset.verdict).toBe('stuck');
  });

  it('shows nothing when a different page replaced the study, or when the study runs', async () => {
    const { hear } = opened();
    hear(looks('nothing'));
    await after(0);
    document.getElementById('root')?.replaceChildren();
    await after(60_000);
    expect(note).not.toHaveBeenCalled();
    const other = opened();
    other.hear(looks('content'));
    await after(0);
    await after(600_000);
    expect(panel()).toBeNull();
    expect(note).not.toHaveBeenCalled();
  });
});
