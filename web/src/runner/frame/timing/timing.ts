import type { TimingEvent, TrialTimingEvent } from '../../../../../contracts/runtime/timing';
import { watchAudioLatency } from './audio-latency';
import { DisplayFrameMeter } from './frame-meter';
import { TrialTimings, type LongTasks } from './trial-timings';

/**
 * The most timing events that one document sends at regular intervals. All later measurements are
 * sent in one more event, at the end.
 */
const most = 50;
const stepWithinMs = 4;
/**
 * The interval between two timing events. If the page is lost, only the measurements of this time
 * are lost with it.
 */
const everyMs = 60_000;
const audioEveryMs = 2_000;
/**
 * The shortest time between two events with timings of trials, in milliseconds. It is shorter than
 * `everyMs`: after a reload, the page needs the parameter hashes in these events to compare its
 * trials.
 */
const trialsEveryMs = 5_000;

/**
 * Measures the smallest step of the page's clock, for a few milliseconds before the study begins.
 */
function clockStep(): number {
  const began = performance.now();
  let [last, step] = [began, stepWithinMs];
  while (last - began < stepWithinMs) {
    const now = performance.now();
    if (now > last) step = Math.min(step, now - last);
    last = now;
  }
  return Math.max(0.001, Math.round(step * 1000) / 1000);
}

/**
 * Watches for times in which the page was busy.
 * @returns a function that returns the starts of the long tasks (more than 50 ms) since its last
 * call; null if the browser does not report them
 */
function watchLongTasks(): () => LongTasks {
  let began: number[] = [];
  const add = (list: readonly PerformanceEntry[]) =>
    began.push(...list.map(({ startTime }) => startTime));
  try {
    if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return () => null;
    const observer = new PerformanceObserver((list) => void add(list.getEntries()));
    observer.observe({ type: 'longtask' });
    return () => {
      add(observer.takeRecords());
      const taken = began;
      began = [];
      return taken;
    };
  } catch {
    return () => null;
  }
}

/**
 * Measures how exactly this page can display and measure. The measurements are no promise of
 * accuracy. They are sent each minute, when the page is hidden or left, and when `say` is called
 * before the run's finish.
 */
export function reportTiming(tell: (event: TimingEvent | TrialTimingEvent) => void): {
  say: () => void;
  trials: TrialTimings;
} {
  const meter = new DisplayFrameMeter();
  const clock_ms = clockStep();
  const takeLongTasks = watchLongTasks();
  const latency = watchAudioLatency();
  // The function is read now, since the study may replace it later.
  const clock = performance.now.bind(performance);
  let trialsTold = clock();
  const trials = new TrialTimings(meter, clock, () => {
    if (clock() - trialsTold >= trialsEveryMs) sayTrials();
  });
  // The function is read now, since the study may replace it later.
  const next = requestAnimationFrame.bind(window);
  const frame = (now: number) => {
    meter.frame(now);
    next(frame);
  };
  next(frame);
  let longTasks: LongTasks = [];
  let toldUntil = clock();
  const sayTrials = () => {
    const taken = takeLongTasks();
    longTasks = taken && longTasks && [...longTasks, ...taken];
    trials.take(longTasks).forEach(tell);
    trialsTold = clock();
  };
  const say = () => {
    const frames = meter.take();
    sayTrials();
    if (!frames) return;
    const audio = latency();
    const long_tasks = longTasks && longTasks.length;
    const ms = Math.round(clock() - toldUntil);
    toldUntil += ms;
    tell({ type: 'timing', ...frames, clock_ms, long_tasks, ...(audio && { audio }), ms });
    longTasks = longTasks && [];
  };
  let left = most;
  const sayAgain = () => {
    if (left-- > 0) say();
  };
  const leave = () => {
    meter.pause();
    sayAgain();
  };
  setInterval(sayAgain, everyMs);
  // Reads the latency repeatedly: the browser reports the right value only while sound is playing.
  setInterval(latency, audioEveryMs);
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) leave();
  });
  return { say, trials };
}
