import type { LiveConnectionState, LiveConnection } from './live-socket';

const firstWaitMs = 1000;

/** Runs a function once the page has been rendered and the browser is idle. */
export const whenIdle = (go: () => void) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(go, { timeout: 1500 });
  else setTimeout(go);
};

/**
 * Creates live updates for an app whose pages may need none. It fetches socket.io only when a topic
 * is first watched and the browser is idle. If fetching fails, it tries again, immediately when the
 * connection is back.
 */
export function liveOnDemand(
  load: () => Promise<LiveConnection>,
  whenReady = whenIdle,
): LiveConnection {
  const listeners = new Set<() => void>();
  const waiting = new Map<object, (live: LiveConnection) => void>();
  let token: string | null = null;
  let live: LiveConnection | undefined;
  let coming = false;
  let connection: LiveConnectionState = 'idle';
  let closed = false;

  function become(next: LiveConnectionState) {
    if (next === connection) return;
    connection = next;
    for (const listener of [...listeners]) listener();
  }

  function arrived(here: LiveConnection) {
    live = here;
    if (closed) return here.close();
    here.setToken(token);
    here.subscribe(() => become(here.connection()));
    for (const begin of waiting.values()) begin(here);
    waiting.clear();
    become(here.connection());
  }

  function fetch(waitMs = firstWaitMs) {
    load().then(arrived, () => {
      become('reconnecting');
      const again = () => {
        clearTimeout(timer);
        window.removeEventListener('online', again);
        if (!closed) fetch(Math.min(waitMs * 2, 15_000));
      };
      const timer = setTimeout(again, waitMs);
      window.addEventListener('online', again);
    });
  }

  return {
    watch(topic) {
      if (live) return live.watch(topic);
      const key = {};
      let release: (() => void) | undefined;
      waiting.set(key, (here) => {
        release = here.watch(topic);
      });
      if (!coming) {
        coming = true;
        become('connecting');
        whenReady(() => fetch());
      }
      return () => {
        waiting.delete(key);
        release?.();
      };
    },
    setToken(next) {
      token = next;
      live?.setToken(next);
    },
    keepContact() {
      if (live) return live.keepContact();
      const key = {};
      let release: (() => void) | undefined;
      waiting.set(key, (here) => {
        release = here.keepContact();
      });
      return () => {
        waiting.delete(key);
        release?.();
      };
    },
    moments: () => live?.moments() ?? { heard: null, changed: null },
    connection: () => connection,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      live?.close();
      become('idle');
    },
  };
}
