/**
 * A value that all callers share. The first call creates it; if that fails, the next call tries
 * again.
 */
export class LazySharedValue<T> {
  private starting: Promise<T> | undefined;

  constructor(private readonly create: () => Promise<T>) {}

  /**
   * Returns the shared value, which the first call creates.
   * @throws the error of `create`
   */
  get(): Promise<T> {
    this.starting ??= this.create().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  /** Returns the value; undefined if no call has created it yet. */
  async started(): Promise<T | undefined> {
    return this.starting?.catch(() => undefined);
  }
}
