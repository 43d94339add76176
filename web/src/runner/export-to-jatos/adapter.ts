import { catchRequests } from '../frame/catch-requests';
import type { Commonlab } from '../frame/commonlab';
import { reportAttention, reportErrors, reportAutomationAndSleep } from '../frame/events';
import { SentForms } from '../frame/forms';
import { watchJsPsych } from '../frame/jspsych/jspsych';
import { SentDataRecords } from '../frame/sent-data';
import type { FrameMessage, FrameSetup } from '../messages';
import { handleStudyMessages } from './handle-messages';
import type { Jatos } from './jatos-api';
import { JatosFiles } from './jatos-files';
import { jatosMemory } from './jatos-memory';
import { jatosResultLine, jatosTextLine } from './lines.rule';
import {
  drawConditionInJatos,
  parseJatosRunAddress,
  jatosWorkerId,
  type JatosRunAddress,
} from './run-in-jatos.rule';
import { JatosSender } from './sender';

/*
 * The script that an archive for JATOS contains for each page of a study that was not written for
 * JATOS (docs/decisions/jatos-and-batch-session.md). In JATOS, it does for the study what the
 * runner does on this platform, and stores everything as result data of JATOS. If the archive is
 * imported into this platform again, the runner does the work, and this script does nothing.
 */

const { page: named = '', leadsOn } = document.currentScript?.dataset ?? {};
const page = decodeURIComponent(named);
const here = { leadsOn: leadsOn !== undefined };
window.commonlabForJatos = here;
const { jatos } = window as { jatos?: Jatos };
const run = parseJatosRunAddress(location.pathname);
const archive = window.commonlabArchive ?? { pages: {}, conditions: null };

if (!window.commonlab && run) {
  const component = archive.pages[page];
  // A link or a form has opened the page by its file name. In JATOS each page is a separate
  // component, so the component is opened instead.
  if (run.file !== 'start' && component !== undefined)
    location.replace(`${run.root}${component}/start${location.search}${location.hash}`);
  else if (jatos) begin(jatos, run);
}

function begin(jatos: Jatos, run: JatosRunAddress): void {
  window.commonlabForJatos = { ...here, page };
  const realFetch = window.fetch.bind(window);
  const left = `commonlab left ${run.result}`;
  const keep = (text: string) => {
    try {
      sessionStorage.setItem(left, text);
    } catch {
      // The tab's storage is full, so the next page cannot send the remaining lines. When this page
      // is left, it still sends as many lines as fit into one request.
    }
  };
  const sender = new JatosSender({
    jatos,
    sendAtLeave: (text, kept) =>
      void realFetch(new URL('resultData', location.href), {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=UTF-8' },
        body: text,
        keepalive: true,
      }).then(
        ({ ok }) => {
          // A later page may have stored its own unsent lines under this key. They must stay.
          if (ok && sessionStorage.getItem(left) === kept) sessionStorage.removeItem(left);
        },
        () => undefined,
      ),
    keep,
    later: (act, ms) => void setTimeout(act, ms),
  });
  addEventListener('pagehide', () => sender.leave());
  const takeKept = () => {
    const lines = (sessionStorage.getItem(left) ?? '').split('\n').filter(Boolean);
    sessionStorage.removeItem(left);
    for (const line of lines) void sender.line(line);
  };
  takeKept();
  // If the person goes back, the browser may show the page as it was when the person left it. In
  // that case `pageshow` is the only event.
  addEventListener('pageshow', takeKept);

  const condition = drawConditionInJatos(archive.conditions, run);
  const event = (value: unknown) =>
    sender.line(jatosResultLine('event', JSON.stringify(value) ?? 'null'));
  if (condition) void event({ type: 'condition', condition });
  reportErrors((told) => void event(told));
  reportAttention((told) => void event(told));
  reportAutomationAndSleep((told) => void event(told));

  const files = new JatosFiles(jatos, sender, event);
  const recordings = new Set<Promise<void>>();
  const keepRecording = (name: string, blob: Blob) => {
    const keeping = files.keep(name, blob);
    const over = () => void recordings.delete(keeping);
    recordings.add(keeping);
    keeping.then(over, over);
    return keeping;
  };
  const send = (message: FrameMessage): void => {
    if (message.type === 'record') void sender.line(jatosResultLine(message.kind, message.data));
    else if (message.type === 'finish') finish(true);
  };
  const commonlab: Commonlab = Object.freeze({
    isRun: true,
    participant: jatosWorkerId(document.cookie, run),
    condition,
    seed: run.result,
    memory: jatosMemory(jatos, run.result),
    record: (value: unknown) =>
      sender.line(jatosResultLine('trial', JSON.stringify(value) ?? 'null')),
    text: (text: string) => sender.line(jatosTextLine(text)),
    event,
    file: (name: string, blob: Blob) => files.keep(String(name), blob),
    readFile: (name: string) => files.read(String(name)),
    shared: null,
    finish: () => finish(true),
    stop: () => finish(false),
  });
  Object.defineProperty(window, 'commonlab', { value: commonlab, enumerable: true });

  const sentData = new SentDataRecords(commonlab, send);
  let isOver = false;
  /**
   * Ends the run in JATOS. JATOS' own function for that also leaves the page, so it is called only
   * after JATOS has stored every record and file.
   */
  function finish(successful: boolean): void {
    if (isOver) return;
    isOver = true;
    const end = async () => {
      do {
        await Promise.allSettled([sentData.idle(), ...recordings]);
        // If a callback of a trial has ended the study, the record of that trial is sent only in
        // the next turn of the event loop.
        await new Promise((resolve) => setTimeout(resolve));
        await sender.drained();
      } while (!sentData.isIdle || recordings.size > 0);
      const { refused } = sender;
      if (refused > 0) jatos.endStudy(false, `${refused} records or files were not stored`);
      else if (successful) jatos.endStudy(true);
      else jatos.endStudy(false, 'The participant stopped');
    };
    // After a second of waiting, JATOS' own overlay is shown.
    setTimeout(
      () => jatos.onLoad(() => void jatos.showOverlay?.(jatos.waitSendDataOverlayConfig)),
      1_000,
    );
    void end();
  }

  catchRequests(sentData);
  handleStudyMessages((message) => sentData.hears(message));
  new SentForms(commonlab).catch();
  const setup: FrameSetup = {
    commonlab: 1,
    participant: commonlab.participant,
    seed: commonlab.seed,
    condition,
    blinded: archive.conditions?.blinded === true,
    inPages: here.leadsOn,
    storage: { local: {}, session: {}, cookie: {}, memory: {} },
    simulation: null,
    trials: [],
    timings: [],
    files: [],
  };
  watchJsPsych(setup, send, keepRecording);
}
