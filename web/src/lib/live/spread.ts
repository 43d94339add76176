/**
 * All watchers receive the same message at the same time: the requests that follow are spread at random, so that they do not arrive as
 * one wave. A request with the same key that arrives meanwhile is merged into the waiting one.
 */
export function createSpread() {
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
