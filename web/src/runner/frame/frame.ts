import { hello, welcome, type FrameMessage, type RunnerMessage } from '../messages';
import { pathOf } from './page-path';
import { tellAttention, tellErrors } from './events';
import { setupFrom } from './frame-setup';
import { watchJsPsych } from './jspsych';
import { seededRandom } from './seeded-random';
import { shimMedia, shimStorage, shimWorkers } from './shims';

/*
 * The first script of each document of a study, in its sandboxed frame. It makes data leave by one
 * way only, the port to the runner, and leaves the study's own code as it is.
 */

const setup = setupFrom(window.name);

let port: MessagePort | undefined;
let isStopped = false;
/** What was said before the port came. */
const early: FrameMessage[] = [];
const send = (message: FrameMessage) => {
  if (isStopped) return;
  if (port) port.postMessage(message);
  else early.push(message);
};

addEventListener('message', (event) => {
  if (port || event.source !== window.parent || event.data !== welcome) return;
  event.stopImmediatePropagation();
  port = event.ports[0];
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<RunnerMessage>) => {
    if (data.type === 'stopped') isStopped = true;
  };
  early.splice(0).forEach(send);
});
// A frame of an opaque origin does not know its parent's; nothing secret is in this message.
if (window.parent !== window) window.parent.postMessage(hello, '*');

const event = (value: Readonly<Record<string, unknown>>) =>
  send({ type: 'record', kind: 'event', data: JSON.stringify(value) });

if (setup.seed) Math.random = seededRandom(setup.seed);
shimStorage(setup, (change) =>
  send({ type: 'record', kind: 'state', data: JSON.stringify(change) }),
);
shimWorkers();
shimMedia();
if (setup.inPages) event({ type: 'page', path: pathOf(location) });
tellErrors(event);
tellAttention(event);
watchJsPsych(setup, send);

/** For studies that are not made with jsPsych, or bundle it. */
const commonlab = Object.freeze({
  condition: setup.condition,
  seed: setup.seed,
  /** One trial: any value that JSON can hold. */
  record: (value: unknown) =>
    send({ type: 'record', kind: 'trial', data: JSON.stringify(value) ?? 'null' }),
  /** The study is over; the page says when all data have arrived. */
  finish: () => send({ type: 'finish' }),
});
Object.defineProperty(window, 'commonlab', { value: commonlab, enumerable: true });
