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

  /** Returns the value if one was created. @returns undefined if nothing was started */
  async started(): Promise<T | undefined> {
    return this.starting?.catch(() => undefined);
  }
}
