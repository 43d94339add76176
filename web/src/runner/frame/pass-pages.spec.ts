import type { FrameMessage } from '../messages';
import { skipPagesNotSimulated, pageTimeoutMs } from './pass-pages';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const opened = (jatos?: object) => {
  const said: FrameMessage[] = [];
  const hear = skipPagesNotSimulated((message) => said.push(message), { ...(jatos && { jatos }) });
  dispatchEvent(new Event('load'));
  return { said, hear };
};
const simulating = { type: 'simulating', plugin: 'keyboard', passedOver: false } as const;

describe('in a rehearsal, a page of a JATOS study', () => {
  it('is reported when no jsPsych begins on it, and the next component is started', () => {
    const startNextComponent = jest.fn();
    const { said } = opened({ startNextComponent });
    jest.advanceTimersByTime(pageTimeoutMs - 1);
    expect(said).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(said).toEqual([{ type: 'passing_page', path: '/' }]);
    expect(startNextComponent).toHaveBeenCalledTimes(1);
  });

  it('is left alone when jsPsych simulates on it', () => {
    const startNextComponent = jest.fn();
    const { said, hear } = opened({ startNextComponent });
    hear(simulating);
    jest.advanceTimersByTime(10 * pageTimeoutMs);
    expect(said).toEqual([simulating]);
    expect(startNextComponent).not.toHaveBeenCalled();
  });

  it('is not skipped when it continues by itself', () => {
    const startNextComponent = jest.fn();
    const { said } = opened({ startNextComponent });
    dispatchEvent(new Event('pagehide'));
    jest.advanceTimersByTime(10 * pageTimeoutMs);
    expect([said, startNextComponent.mock.calls]).toEqual([[], []]);
  });
});

it('A page of a study that is not for JATOS is not skipped', () => {
  const { said } = opened();
  jest.advanceTimersByTime(10 * pageTimeoutMs);
  expect(said).toEqual([]);
});
