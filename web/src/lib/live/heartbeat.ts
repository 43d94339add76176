/** Times in milliseconds since 1970; null where there was none yet. */
export interface Moments {
  /** The server was last heard of. */
  heard: number | null;
  /** A number last changed. */
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
 * Tells when an open connection has gone silent. TCP does not: to a client, a server that hangs and
 * one that has nothing to say are alike. It runs while a page of numbers is open, and rests while
 * the person does not look at it.
 */
export function createHeartbeat({ beatMs, silenceMs, isOpen, beat, onChange }: Options) {
  const moments: Moments = { heard: null, changed: null };
  let watchers = 0;
  let silent = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** When the silence began to count: a page that slept has to ask before it judges. */
  let since = Date.now();
  let asked = 0;

  function become(next: boolean) {
    if (next === silent) return;
    silent = next;
    onChange(next);
  }
  function look() {
    const now = Date.now();
    const slept = now - asked > silenceMs && asked !== 0;
    if (slept) since = now;
    asked = now;
    if (!isOpen()) return;
    const last = Math.max(since, moments.heard ?? 0);
    if (now - last > silenceMs) become(true);
    beat();
  }
  return {
    heard() {
      moments.heard = Date.now();
      become(false);
    },
    changed() {
      moments.changed = Date.now();
    },
    moments: (): Moments => ({ ...moments }),
    start(): () => void {
      watchers += 1;
      if (watchers === 1) {
        since = Date.now();
        asked = 0;
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
