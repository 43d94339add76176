interface Run<V> {
  now: Promise<V>;
  next?: Promise<V>;
}

/**
 * Calls with the same key that arrive during a fetch share the next fetch. Every caller gets a
 * result whose fetch began after the call, so no result is stale and nothing is cached between
 * fetches.
 */
export class SingleFlight<V> {
  private readonly runs = new Map<string, Run<V>>();

  ask(key: string, fetch: () => Promise<V>): Promise<V> {
    const running = this.runs.get(key);
    if (!running) return this.start(key, fetch);
    running.next ??= running.now.then(
      () => this.start(key, fetch),
      () => this.start(key, fetch),
    );
    return running.next;
  }

  private start(key: string, fetch: () => Promise<V>): Promise<V> {
    const run: Run<V> = { now: fetch() };
    this.runs.set(key, run);
    const over = () => {
      // Callers that wait for the next fetch start it themselves. Without any, delete the key.
      if (run.next === undefined && this.runs.get(key) === run) this.runs.delete(key);
    };
    run.now.then(over, over);
    return run.now;
  }
}
