import type { FrameMessage, FrameSetup } from '../../messages';
import { TrialDeduplication } from './own-records';
import { watchBundledJsPsych } from './bundled';
import { watchJsPsych6 } from './jspsych-6';
import { withSimulation } from './jspsych-simulate';
import { resumeJsPsych } from './jspsych-replay';
import { reportParameterHashes } from './parameters';
import { JsPsychPage } from './page-of-jspsych';
import {
  recordTrials,
  addConditionToTrials,
  type RecorderContext,
  type InitJsPsych,
  type StoreFile,
  type JsPsychOptions,
} from './record-trials';

/*
 * Records jsPsych 5 to 8 without changing the study's code. The browser files of jsPsych 7 and 8
 * assign `initJsPsych` to the window, those of 5 and 6 assign `jsPsych`; accessors on the window
 * catch both. A jsPsych inside a bundle is found when it is created (bundled.ts).
 */

/**
 * Takes a file and stores nothing. Previews and rehearsals keep no files, but the data of their
 * trials looks like that of a run.
 */
const noFiles: StoreFile = () => Promise.resolve();

/**
 * Wraps `initJsPsych`, and `init` of jsPsych 5 and 6, when the study's page assigns them. A jsPsych
 * 7 or 8 that is created in another way is found, too.
 */
export function watchJsPsych(
  setup: FrameSetup,
  send: (message: FrameMessage) => void,
  keepFile: StoreFile = noFiles,
  timings?: RecorderContext['timings'],
  own = new TrialDeduplication(),
): void {
  const around = {
    setup,
    send,
    keepFile,
    timings,
    own,
    page: new JsPsychPage(setup.trials, send, setup.timings),
  };
  watch(around);
  watchJsPsych6(around);
}

/**
 * Prepares a new jsPsych for recording and resuming.
 * @param made creates jsPsych with the given options, or passes them to the existing one
 * @returns the jsPsych, which records its trials and resumes the run
 */
function begun(
  { page, timings, ...others }: RecorderContext,
  made: InitJsPsych,
  given: JsPsychOptions,
  isTheEnd?: () => boolean,
): ReturnType<InitJsPsych> {
  const around = { page, timings, ...others };
  const { setup, send } = around;
  let mark: string | undefined;
  const watched = recordTrials(
    given,
    () => js,
    around,
    () => mark,
    isTheEnd,
  );
  const js = made(watched);
  addConditionToTrials(js, setup);
  const stored = page.areWaiting ? resumeJsPsych(js, page, send) : undefined;
  if (timings)
    reportParameterHashes(js, setup.seed, (now) => {
      mark = now;
      if (stored) stored.mark = now;
    });
  const run = js.run?.bind(js);
  if (run)
    js.run = (timeline) => {
      page.begins(js, given.display_element);
      return run(timeline);
    };
  return js;
}

function watch(around: RecorderContext): void {
  const { setup, send, own } = around;
  let real: InitJsPsych | undefined;
  let areMaking = 0;
  const make = (init: InitJsPsych, options: JsPsychOptions, isTheEnd?: () => boolean) => {
    const begin: InitJsPsych = (given = {}) => begun(around, init, given, isTheEnd);
    return setup.simulation
      ? withSimulation(begin, options, setup.simulation, send)
      : begin(options);
  };
  const wrapped: InitJsPsych = (options = {}) => {
    if (!real) throw new TypeError('initJsPsych is not defined');
    areMaking += 1;
    try {
      return make(real, options);
    } finally {
      areMaking -= 1;
    }
  };
  Object.defineProperty(window, 'initJsPsych', {
    configurable: true,
    get: () => real && wrapped,
    set: (value: InitJsPsych) => void (real = value),
  });
  watchBundledJsPsych(
    () => areMaking > 0,
    (js, options) =>
      // jsPsych reads its options from the same object throughout, so the object is changed and not
      // replaced.
      make(
        (watched) => {
          Object.assign(options, watched);
          return js as ReturnType<InitJsPsych>;
        },
        { ...options },
        () => !own.speaksItself,
      ),
  );
}
