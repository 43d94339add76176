/**
 * Spreads requests over time. All watchers of a topic receive a message at the same moment. So each
 * watcher waits for a random time before it sends its request. While a request waits, further
 * requests with its key are dropped.
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
