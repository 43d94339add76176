/** @jest-environment jsdom */
import { keepFocusOutOfStudies } from './keep-keyboard';

function scene() {
  document.body.innerHTML = '<button>Stop</button><div><iframe tabindex="0"></iframe></div>';
  const [stop, stage] = [document.querySelector('button'), document.querySelector('div')];
  const frame = document.querySelector('iframe');
  if (!stop || !stage || !frame) throw new Error('no page');
  keepFocusOutOfStudies(stage);
  stop.focus();
  return {
    stop,
    stage,
    frame,
    taken: () => {
      frame.focus();
      window.dispatchEvent(new Event('blur'));
      return document.activeElement;
    },
  };
}

describe('The keyboard beside a simulated study', () => {
  it('comes back to where it was when the study takes it', () => {
    const { stop, taken } = scene();
    expect(taken()).toBe(stop);
    expect(taken()).toBe(stop);
  });
  it('stays in the study when the person goes there with Tab', () => {
    const { stop, frame, taken } = scene();
    stop.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    expect(taken()).toBe(frame);
  });
  it('stays in the study when the pointer is over it', () => {
    const { stage, frame, taken } = scene();
    jest.spyOn(stage, 'matches').mockReturnValue(true);
    expect(taken()).toBe(frame);
  });
  it('stays where it is when the person goes to another window', () => {
    const { stop } = scene();
    window.dispatchEvent(new Event('blur'));
    expect(document.activeElement).toBe(stop);
  });
});
