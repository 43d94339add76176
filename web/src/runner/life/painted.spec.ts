import { helloMessage, type FrameMessage } from '../messages';
import { frameSetupOf } from '../setup-of';
import { StudyFrame } from '../study-frame';
import type { StartedRun } from '../../../../contracts/runtime/runtime';

/** The port through which the study's page sends its messages. */
let ofStudy: MessagePort | undefined;
class PaperChannel {
  readonly port1: Partial<MessagePort> = { close: () => undefined };
  readonly port2 = {
    postMessage: (data: unknown) =>
      void this.port1.onmessage?.call(this.port1 as MessagePort, { data } as MessageEvent),
  } as MessagePort;
}
Object.defineProperty(window, 'MessageChannel', { value: PaperChannel });

it('the first paint and the appearance of the study are reported to its watcher', () => {
  const heard: FrameMessage[] = [];
  const opened = jest.fn();
  const run = { participant: 'p', seed: 's', condition: null, blinded: false } as StartedRun;
  const frame = new StudyFrame({
    ...{ url: `${location.origin}/s/key/index.html`, title: 'Words', needs: [] },
    setup: frameSetupOf(
      { ...run, resume: { mode: 'restart', hours: 24 } },
      {
        storage: { local: {}, session: {}, cookie: {}, memory: {} },
        ...{ simulation: null, trials: [], timings: [], files: [] },
      },
    ),
    files: new Map(),
    ...{ onUnreached: jest.fn(), onOpened: opened, onPage: jest.fn(), onFlood: jest.fn() },
    onMessage: (message) => void heard.push(message),
  });
  document.body.append(frame.element);
  const source = frame.element.contentWindow;
  if (!source) throw new Error('the frame has no window');
  // jsdom cannot move the keyboard focus to a frame.
  jest.spyOn(source, 'focus').mockImplementation(() => undefined);
  const welcomed = jest
    .spyOn(source, 'postMessage')
    .mockImplementation(
      ((_said: unknown, { transfer }: { transfer: MessagePort[] }) =>
        void ([ofStudy] = transfer)) as Window['postMessage'],
    );
  window.dispatchEvent(new MessageEvent('message', { data: helloMessage, source, origin: 'null' }));
  expect(welcomed).toHaveBeenCalledTimes(1);
  ofStudy?.postMessage({ type: 'looks', shown: 'nothing', complete: false, idle: 0 });
  expect(opened).not.toHaveBeenCalled();
  ofStudy?.postMessage({ type: 'painted' });
  expect(opened).toHaveBeenCalledTimes(1);
  expect(heard.map(({ type }) => type)).toEqual(['looks', 'painted']);
  frame.remove();
});
