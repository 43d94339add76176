import english from '../../../../locales/en/runner.json';
import { setTexts } from '../texts';
import { showStudy } from '../pages/view';
import { askWhetherFinished, makeLeaveButton } from './have-you-finished';
import { IdleWatch, idleMs } from './idle';

beforeAll(() => setTexts('en', english));
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});
const buttons = () => [...document.querySelectorAll('button')].map((one) => one.textContent);
const press = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click();

describe('the button to leave a study', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const trial = { type: 'record', kind: 'trial', data: '{}' } as const;
  const focus = { type: 'record', kind: 'event', data: '{"type":"blur"}' } as const;

  it('appears after the study was silent for a while, and disappears when it continues', () => {
    const changes: boolean[] = [];
    const idle = new IdleWatch((isIdle) => changes.push(isIdle));
    for (let n = 0; n < 4; n++) {
      jest.advanceTimersByTime(idleMs / 2);
      idle.heard(trial);
    }
    expect(changes).toEqual([]);
    jest.advanceTimersByTime(idleMs / 2);
    idle.heard(focus);
    jest.advanceTimersByTime(idleMs);
    expect(changes).toEqual([true]);
    idle.heard(trial);
    expect(changes).toEqual([true, false]);
    jest.advanceTimersByTime(2 * idleMs);
    idle.stop();
    jest.advanceTimersByTime(2 * idleMs);
    expect(changes).toEqual([true, false, true, false]);
  });

  it('asks for confirmation, and does not remove the study meanwhile', () => {
    const answers = { done: jest.fn(), stuck: jest.fn() };
    const place = showStudy(document.createElement('iframe'));
    place.offer(makeLeaveButton(answers));
    expect(buttons()[0]).toBe('Finished, or stuck?');
    press('Finished, or stuck?');
    const dialog = document.querySelector('dialog');
    expect([dialog?.open, buttons().slice(1)]).toEqual([
      true,
      ['I have done it all', 'It does not go on', 'Back to the study'],
    ]);
    press('Back to the study');
    expect([dialog?.open, answers.done.mock.calls, answers.stuck.mock.calls]).toEqual([
      false,
      [],
      [],
    ]);
    press('It does not go on');
    expect(answers.stuck).toHaveBeenCalledTimes(1);
    press('I have done it all');
    press('I have done it all');
    expect(answers.done).toHaveBeenCalledTimes(1);
    place.offer(null);
    expect([buttons(), document.querySelectorAll('iframe').length]).toEqual([[], 1]);
  });
});

it('the button asks first whether everything was done when the study may be over', () => {
  const done = jest.fn();
  const again = document.createElement('button');
  again.textContent = 'Begin again';
  askWhetherFinished({ done }, { words: 'Nothing is decided yet.', again });
  expect(document.querySelector('h1')?.textContent).toBe('Have you finished?');
  expect(buttons()).toEqual(['I have done it all', 'Begin again']);
  press('I have done it all');
  press('I have done it all');
  expect(done).toHaveBeenCalledTimes(1);
});
