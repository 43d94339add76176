interface Run<V> {
  now: Promise<V>;
  next?: Promise<V>;
}

/**
 * Equal questions that arrive while the answer is being fetched share the next fetch. Every caller
 * gets an answer whose fetch began after the question arrived, so nothing is ever stale and nothing
 * is kept between fetches.
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
      // Whoever waits for the next fetch starts it from here on; nobody waits: forget the key.
      if (run.next === undefined && this.runs.get(key) === run) this.runs.delete(key);
    };
    run.now.then(over, over);
    return run.now;
  }
}
