/**
 * Spreads requests over time. All watchers receive the same message at the same time, so each waits
 * for a random time, and the requests do not arrive as one wave. A request with the same key as a
 * waiting one is merged into it.
 */
export function createRequestSpreader() {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    within(ms: number, key: string, ask: () => void) {
      if (waiting.has(key)) return;
      const later = () => {
        waiting.delete(key);
        ask();
      };
      waiting.set(key, setTimeout(later, Math.random() * ms));
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
