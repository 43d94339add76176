/** Times in milliseconds since 1970, for display; null if the event has not happened yet. */
export interface HeartbeatTimes {
  /** When the last sign of life of the server came. */
  heard: number | null;
  /** When one of the live numbers last changed. */
  changed: number | null;
}

interface Options {
  beatMs: number;
  silenceMs: number;
  isOpen: () => boolean;
  /** Asks the server for a sign of life. */
  beat: () => void;
  onChange: (silent: boolean) => void;
}

/**
 * Detects that an open connection has gone silent. TCP does not show whether the server hangs or
 * has nothing to send. The heartbeat runs while a page with live
 * numbers is open, and pauses while the page is hidden.
 */
export function createHeartbeat({ beatMs, silenceMs, isOpen, beat, onChange }: Options) {
  const moments: HeartbeatTimes = { heard: null, changed: null };
  let watchers = 0;
  let silent = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  /**
   * When the server's present silence began, by the page's monotonic clock. If the device has
   * slept, the silence begins again with the next check, since no message could arrive meanwhile.
   */
  let since = performance.now();
  let asked: number | null = null;
  let lastHeard = -Infinity;

  function become(next: boolean) {
    if (next === silent) return;
    silent = next;
    onChange(next);
  }
  function look() {
    const now = performance.now();
    const slept = asked !== null && now - asked > silenceMs;
    if (slept) since = now;
    asked = now;
    if (!isOpen()) return;
    const last = Math.max(since, lastHeard);
    if (now - last > silenceMs) become(true);
    beat();
  }
  return {
    heard() {
      moments.heard = Date.now();
      lastHeard = performance.now();
      become(false);
    },
    changed() {
      moments.changed = Date.now();
    },
    moments: (): HeartbeatTimes => ({ ...moments }),
    start(): () => void {
      watchers += 1;
      if (watchers === 1) {
        since = performance.now();
        asked = null;
        timer = setInterval(look, beatMs);
      }
      let released = false;
      return () => {
        if (released) return;
        released = true;
        watchers -= 1;
        if (watchers === 0) clearInterval(timer);
      };
    },
    stop() {
      clearInterval(timer);
    },
  };
}
