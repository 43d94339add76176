/**
 * Runs the first request for a key immediately, and later requests at most once per `intervalMs`.
 * Requests that arrive before the next run share that run. So after a burst of 500 changes, each
 * subscriber gets only tens of messages. After the last request there is always one more run, so no
 * change is missed (docs/architecture.md, fan-out).
 */
export class CallCoalescer {
  private readonly keys = new Map<string, { lastStart: number; next: Promise<void> | undefined }>();

  constructor(
    private readonly run: (key: string) => Promise<void>,
    private readonly intervalMs: number,
  ) {}

  /**
   * Requests a run for this key.
   * @returns a promise that resolves at the end of the first run that starts after this call
   */
  request(key: string): Promise<void> {
    const known = this.keys.get(key);
    if (known?.next) return known.next;
    const entry = known ?? { lastStart: 0, next: undefined };
    this.keys.set(key, entry);
    const wait = Math.max(0, entry.lastStart + this.intervalMs - Date.now());
    const promise = (
      wait === 0 ? Promise.resolve() : new Promise<void>((resolve) => setTimeout(resolve, wait))
    ).then(() => {
      entry.lastStart = Date.now();
      // This run starts to read now and may miss a later change, so a request that comes from now on
      // gets another run.
      entry.next = undefined;
      this.tidy();
      return this.run(key);
    });
    entry.next = promise;
    return promise;
  }

  private tidy(): void {
    if (this.keys.size < 5_000) return;
    const old = Date.now() - this.intervalMs;
    for (const [key, entry] of this.keys)
      if (!entry.next && entry.lastStart < old) this.keys.delete(key);
  }
}
