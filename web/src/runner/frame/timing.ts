import type { TimingEvent } from '../../../../contracts/timing';
import { FrameMeter } from './frame-meter';

/** Events of one document. What is measured after them is told in one more, before the finish. */
const most = 50;
const stepWithinMs = 4;
/** A page that is lost loses at most this much of it. */
const everyMs = 60_000;

/** The smallest step of the page's clock that shows within a few milliseconds, before the study begins. */
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

/** How often the page was busy for more than 50 ms, where the browser tells it. */
function countLongTasks(): () => number | null {
  let count = 0;
  try {
    if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return () => null;
    const observer = new PerformanceObserver((list) => (count += list.getEntries().length));
    observer.observe({ type: 'longtask' });
    return () => {
      count += observer.takeRecords().length;
      const taken = count;
      count = 0;
      return taken;
    };
  } catch {
    return () => null;
  }
}

/**
 * Measures how exactly this page can show and measure: nothing of it is promised. It is told each
 * minute, when the page is hidden or left, and by the returned function before the run's finish.
 */
export function tellTiming(tell: (event: TimingEvent) => void): () => void {
  const meter = new FrameMeter();
  const clock_ms = clockStep();
  const longTasks = countLongTasks();
  // The study may replace the window's own later.
  const next = requestAnimationFrame.bind(window);
  const frame = (now: number) => {
    meter.frame(now);
    next(frame);
  };
  next(frame);
  const say = () => {
    const frames = meter.take();
    if (frames) tell({ type: 'timing', ...frames, clock_ms, long_tasks: longTasks() });
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
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  return say;
}
