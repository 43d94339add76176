import { showPanel, showPanelLater, showStudy } from './view';

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

const headings = () => [...document.querySelectorAll('h1')].map((one) => one.textContent);

describe('the page around a study', () => {
  it('shows that it prepares the study only if that takes a while', () => {
    showPanelLater('study', 'Preparing');
    expect(headings()).toEqual([]);
    jest.runAllTimers();
    expect(headings()).toEqual(['Preparing']);
  });

  it('shows that the study opens until the study has drawn something', () => {
    const place = showStudy(document.createElement('iframe'));
    const page = () => document.querySelector('main');
    expect(page()?.textContent).toMatch(/opening/);
    expect(document.querySelector('.seats')).not.toBeNull();
    jest.advanceTimersByTime(6_000);
    expect(page()?.textContent).toMatch(/opening_slow/);
    place.opened();
    expect(page()?.textContent).toBe('');
    expect(page()?.dataset.opening).toBeUndefined();
    place.mark('Saved', 'quiet');
    expect(page()?.textContent).toBe('Saved');
  });

  it('never replaces a study or a message that is shown by then', () => {
    showPanelLater('study', 'Preparing');
    showStudy(document.createElement('iframe'));
    jest.runAllTimers();
    expect(document.querySelector('iframe')).not.toBeNull();
    showPanelLater('study', 'Preparing');
    showPanel('attention', 'Something happened');
    jest.runAllTimers();
    expect(headings()).toEqual(['Something happened']);
  });
});
