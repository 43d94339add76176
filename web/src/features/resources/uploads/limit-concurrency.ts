/** Runs at most `most` tasks at a time; the others wait in the order in which they came. */
export function limitConcurrency(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // When a task ends, the next waiting one takes its place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
