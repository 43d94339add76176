import {
  helloMessage,
  recordEventName,
  welcomeMessage,
  type FrameMessage,
  type RunnerMessage,
} from '../messages';
import { catchMessagesToParent } from './catch-messages';
import { catchRequests } from './catch-requests';
import type { Commonlab } from './commonlab';
import { pagePathOf } from './page-path';
import { skipPagesNotSimulated } from './pass-pages';
import { reportAttention, reportErrors, reportAutomationAndSleep } from './events';
import { reportLoadFailures } from './diagnostics/failures';
import { FrameFiles } from './files';
import { SentForms } from './forms';
import { TrialDeduplication } from './jspsych/own-records';
import { reportPageAppearance } from './diagnostics/looks';
import { NonFiniteNumbers } from './diagnostics/non-finite-numbers';
import { reportFirstPaint } from './painted';
import { frameSetupFrom } from './frame-setup';
import { watchJsPsych } from './jspsych/jspsych';
import { jsPsychEndEndsStudy } from './jspsych/record-trials';
import { LabJsRows } from './lab/lab-rows';
import { LabJsStores } from './lab/lab-store';
import { answerMediaWithLoadedFiles, answerWithLoadedFiles, LoadedFiles } from './loaded-files';
import { splitLongText, type ResultEvent } from './long-text';
import { seededRandom } from './storage/seeded-random';
import { runScriptLinks } from './page-hooks/script-links';
import { SentDataRecords } from './sent-data';
import { FrameSharedDocument } from './shared';
import { InnerFrames } from './inner/inner-frames';
import { hideRunInWindowName, storeInnerPageChange, pageWithoutRunError } from './inner/inner-page';
import { resolveStudyAddresses } from './addresses/own-addresses';
import { studyFolderOfPage } from './addresses/own-folder';
import { shimWorkers } from './addresses/workers';
import { removePeerConnections, loadMediaWithCors, shimStorage } from './storage/shims';
import { reportTiming } from './timing/timing';

/*
 * Our first script in each document of a study, which runs in a sandboxed frame. It sends the study's data to the runner through a
 * message port, the only way out of the frame. The study's own code stays as it is.
 */

const setup = frameSetupFrom(window.name, location.hash);
const isRun = setup.seed !== '';
const { inner: isInside } = setup;
const now = isInside ? hideRunInWindowName(isInside) : () => window.name;
const told = document.currentScript?.dataset ?? {};
const folder = studyFolderOfPage(told, location);

/** Our own reference to the parent window: the study sees a `parent` that records lab.js' messages (catch-messages.ts). */
const around = window.parent;
let port: MessagePort | undefined;
let isStopped = false;
/** Messages that the page sent before it had the port; they are sent once the port has arrived. */
const early: FrameMessage[] = [];
/** For each record number: a function that resolves the promise once the record is stored. */
const waiting = new Map<number, () => void>();
const send = (message: FrameMessage) => {
  if (isStopped) return;
  if (port) port.postMessage(message);
  else early.push(message);
};

addEventListener('message', (event) => {
  if (inside?.greets(event)) return event.stopImmediatePropagation();
  if (port || event.source !== around || event.data !== welcomeMessage) return;
  event.stopImmediatePropagation();
  port = event.ports[0];
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<RunnerMessage>) => {
    const isForInside = inside?.hear(data) === true;
    if (data.type === 'stopped') isStopped = true;
    else if (isForInside) return;
    else if (data.type === 'loaded') loaded.hear(data);
    else if (!files.hear(data) && !shared.hear(data)) waiting.get(data.id)?.();
  };
  early.splice(0).forEach(send);
});
// A frame with an opaque origin does not know the origin of its parent page, so the target is `*`; the message contains no secret.
if (around !== window) around.postMessage(helloMessage, '*');

const loaded = new LoadedFiles(setup.files, location.href);
let ids = 0;
const files = new FrameFiles(send, () => ++ids);
const shared = new FrameSharedDocument(send, () => ++ids);
const kept = (kind: 'trial' | 'text' | 'event', data: string): Promise<void> => {
  if (!isRun) return Promise.resolve();
  const id = ++ids;
  return new Promise((resolve) => {
    waiting.set(id, () => {
      waiting.delete(id);
      resolve();
    });
    send({ type: 'record', kind, data, id });
  });
};
const event = (value: Readonly<Record<string, unknown>>) =>
  send({ type: 'record', kind: 'event', data: JSON.stringify(value) });
/** Records a text; a long text becomes several records that belong together. */
const keptText = async (text: string): Promise<void> => {
  const parts = splitLongText(text);
  if (parts.length <= 1) return kept('text', text);
  const said: ResultEvent = { type: 'result', component: 0, keep: null, parts: parts.length };
  // All parts are sent without waiting in between, so that no other record comes between them.
  await Promise.all([
    kept('event', JSON.stringify(said)),
    ...parts.map((part) => kept('text', part)),
  ]);
};

if (!isRun && around !== window) event(pageWithoutRunError);
reportFirstPaint(() => send({ type: 'painted' }));
// This call comes before the code that answers some requests in the page. So it observes only the
// requests that reach the network.
reportLoadFailures(event);
if (isRun)
  Math.random = seededRandom(isInside ? `${setup.seed} ${pagePathOf(location)}` : setup.seed);
const memory = shimStorage(setup, (change) =>
  send({ type: 'record', kind: 'state', data: JSON.stringify(change) }),
);
shimWorkers(folder);
loadMediaWithCors();
if (setup.files.length > 0) {
  answerWithLoadedFiles(loaded);
  answerMediaWithLoadedFiles(loaded);
}
removePeerConnections();
if (setup.inPages && !isInside) event({ type: 'page', path: pagePathOf(location) });
const errored =
  isRun && !isInside && !setup.simulation
    ? reportPageAppearance((looks) => send({ type: 'looks', ...looks }))
    : undefined;
reportErrors((error) => {
  event(error);
  errored?.();
});
reportAttention(event, (element) => inside?.has(element) === true);
if (isRun && !isInside && !setup.simulation) reportAutomationAndSleep(event);
// In a simulated run no time is measured, since such times say nothing about a participant.
const timing =
  isRun && !isInside && !setup.simulation
    ? reportTiming((told) =>
        told.type === 'timing'
          ? event(told)
          : send({ type: 'record', kind: 'event', of: 'jspsych', data: JSON.stringify(told) }),
      )
    : undefined;

/** The pages of the study that are shown in frames of this page. */
const inside =
  folder &&
  new InnerFrames({
    ...{ setup, now, folder: folder.href, send, nextId: () => ++ids },
    store: (change) => storeInnerPageChange(change, memory),
    finish: () => finish(),
    hasJsPsych: () =>
      ['initJsPsych', 'jsPsych'].some((name) => Reflect.get(window, name) !== undefined),
  });

const notNumbers = new NonFiniteNumbers();
const commonlab: Commonlab = Object.freeze({
  isRun,
  participant: setup.participant,
  condition: setup.condition,
  seed: setup.seed,
  memory,
  record: (value: unknown) => {
    const text = JSON.stringify(value) ?? 'null';
    const recorded = kept('trial', text);
    const told = notNumbers.eventOf(value, text);
    if (told !== undefined) void kept('event', told);
    return recorded;
  },
  text: keptText,
  event: (value: Readonly<Record<string, unknown>>) => kept('event', JSON.stringify(value)),
  file: (name: string, blob: Blob) => (isRun ? files.keep(String(name), blob) : Promise.resolve()),
  readFile: (name: string) => (isRun ? files.read(String(name)) : Promise.resolve(null)),
  shared: isRun ? shared : null,
  finish: () => finish(),
  stop: (how) => send({ type: 'stop', mayBeDone: how?.mayBeDone === true }),
});
const own = new TrialDeduplication();
const done = Promise.resolve();
/** The object for the study's code: it notes what the study records itself (own-records.ts). */
const ofStudy: Commonlab = Object.freeze({
  ...commonlab,
  record: (value: unknown) => (own.adds(value) ? commonlab.record(value) : done),
  text: (text: string) => (own.adds() ? commonlab.text(text) : done),
  file: (name: string, blob: Blob) => (own.adds() ? commonlab.file(name, blob) : done),
});
Object.defineProperty(window, 'commonlab', { value: ofStudy, enumerable: true });

const sendOfRun = (message: FrameMessage) => (isRun ? send(message) : undefined);
addEventListener(recordEventName, (event) => {
  const { detail } = event as CustomEvent<FrameMessage>;
  if (detail.type === 'record') sendOfRun(detail);
});
const lab = new LabJsStores(
  new LabJsRows(sendOfRun),
  () => jsPsychEndEndsStudy(setup.inPages) && !own.speaksItself && finish(),
);
lab.watch();
const sentData = new SentDataRecords(commonlab, sendOfRun, () => lab.areHere);
catchRequests(sentData);
if (isRun && !isInside) catchMessagesToParent((message) => sentData.hears(message));
runScriptLinks();
new SentForms(commonlab).catch();
const end = (of?: 'jspsych'): void => {
  timing?.say();
  send(of && isInside ? { type: 'finish', of } : { type: 'finish' });
};
/** Recordings that are being sent to the runner. The record of a trial is sent only after the trial's recording. */
const recordings = new Set<Promise<void>>();
const keepRecording = (name: string, blob: Blob): Promise<void> => {
  const keeping = files.keep(name, blob);
  const over = () => void recordings.delete(keeping);
  recordings.add(keeping);
  keeping.then(over, over);
  return keeping;
};
/**
 * Ends the run. Nothing can be stored after the end. So this function first waits for the trial whose callback called it, for recordings,
 * and for the study's requests whose data is still being read.
 */
const finish = (of?: 'jspsych'): void => {
  const over = () => {
    removeEventListener('pagehide', over);
    end(of);
  };
  addEventListener('pagehide', over);
  lab.take();
  const next = async () => {
    await Promise.allSettled([sentData.idle(), ...recordings]);
    setTimeout(() => (sentData.isIdle && recordings.size === 0 ? over() : void next()));
  };
  void next();
};
const said = setup.simulation && !isInside ? skipPagesNotSimulated(send) : send;
watchJsPsych(
  setup,
  (message) => (message.type === 'finish' ? finish('jspsych') : said(message)),
  isRun && !setup.simulation ? keepRecording : undefined,
  timing?.trials,
  own,
);
if (folder) resolveStudyAddresses(folder);
if (told.frames !== undefined) inside?.watch();
