/** One value for all who ask, created at the first time; after a failure the next one creates it again. */
export class StartedOnce<T> {
  private starting: Promise<T> | undefined;

  constructor(private readonly create: () => Promise<T>) {}

  /** @throws the error of `create` */
  get(): Promise<T> {
    this.starting ??= this.create().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  /** @returns undefined where nothing is started */
  async started(): Promise<T | undefined> {
    return this.starting?.catch(() => undefined);
  }
}
