import type { FrameMessage, FrameSetup } from '../../messages';
import { OwnRecords } from './own-records';
import { watchBundled } from './bundled';
import { watch6 } from './jspsych-6';
import { withSimulation } from './jspsych-simulate';
import { goOn } from './jspsych-replay';
import { markTrials } from './parameters';
import { PageOfJsPsych } from './page-of-jspsych';
import {
  recordTrials,
  addCondition,
  type Around,
  type Init,
  type StoreFile,
  type Options,
} from './recorded';

/*
 * Records jsPsych 5 to 8 from outside: the study's own code stays as it is. The browser files of 7 and 8
 * assign `initJsPsych` to the window, those of 5 and 6 `jsPsych`; accessors catch both. bundled.ts finds a
 * jsPsych in a bundle when it is made.
 */

/** Previews and rehearsals store no files, but their data look like those of a run. */
const noFiles: StoreFile = () => Promise.resolve();

/**
 * Wraps `initJsPsych`, and `init` of jsPsych 5 and 6, whenever the study's page assigns them, and finds
 * each jsPsych 7 and 8 that is created in another way.
 */
export function watchJsPsych(
  setup: FrameSetup,
  send: (message: FrameMessage) => void,
  keepFile: StoreFile = noFiles,
  timings?: Around['timings'],
  own = new OwnRecords(),
): void {
  const around = {
    setup,
    send,
    keepFile,
    timings,
    own,
    page: new PageOfJsPsych(setup.trials, send, setup.timings),
  };
  watch(around);
  watch6(around);
}

/**
 * @param made creates jsPsych with these options, or gives them to the existing one
 * @returns a jsPsych whose trials are recorded, and which resumes the run
 */
function begun(
  { page, timings, ...others }: Around,
  made: Init,
  given: Options,
  isTheEnd?: () => boolean,
): ReturnType<Init> {
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
  addCondition(js, setup);
  const stored = page.areWaiting ? goOn(js, page, send) : undefined;
  if (timings)
    markTrials(js, setup.seed, (now) => {
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

function watch(around: Around): void {
  const { setup, send, own } = around;
  let real: Init | undefined;
  let areMaking = 0;
  const make = (init: Init, options: Options, isTheEnd?: () => boolean) => {
    const begin: Init = (given = {}) => begun(around, init, given, isTheEnd);
    return setup.simulation
      ? withSimulation(begin, options, setup.simulation, send)
      : begin(options);
  };
  const wrapped: Init = (options = {}) => {
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
    set: (value: Init) => void (real = value),
  });
  watchBundled(
    () => areMaking > 0,
    (js, options) =>
      // jsPsych reads its options from the same object each time.
      make(
        (watched) => {
          Object.assign(options, watched);
          return js as ReturnType<Init>;
        },
        { ...options },
        () => !own.speaksItself,
      ),
  );
}
