/** A pause between two tries, which ends early when the connection may be back. */
export class RetryPause {
  private wake: (() => void) | undefined;

  for(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  end(): void {
    this.wake?.();
  }
}
