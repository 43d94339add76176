interface Run<V> {
  now: Promise<V>;
  next?: Promise<V>;
}

/**
 * Shares fetches. While a fetch for a key is running, all further calls with this key wait, and
 * then share one new fetch. So every caller gets a result whose fetch began after the call, and no
 * result is stale. Nothing is cached between fetches.
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
      // If callers wait for the next fetch, it begins now and replaces this run. Otherwise the key
      // is removed.
      if (run.next === undefined && this.runs.get(key) === run) this.runs.delete(key);
    };
    run.now.then(over, over);
    return run.now;
  }
}
