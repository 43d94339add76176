/**
 * Extends a limit in wall-clock time. Limits assume an idle machine; TEST_PATIENCE multiplies them,
 * as it does jest's own limits.
 */
export const extendTimeout = (ms: number): number => ms * Number(process.env.TEST_PATIENCE ?? 1);

/**
 * Polls until the condition holds, and returns immediately then. After the timeout, it fails with
 * the last value. The timeout is long, so that tests also pass on a busy machine.
 */
export async function eventually<T>(
  look: () => Promise<T> | T,
  isRight: (value: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const limit = extendTimeout(withinMs);
  const until = Date.now() + limit;
  // Polls at short intervals first. The intervals grow, so that a long wait takes little processor
  // time.
  for (let pause = 25; ; pause = Math.min(pause * 1.2, 150)) {
    const value = await look();
    if (isRight(value)) return value;
    if (Date.now() > until)
      throw new Error(`not within ${limit} ms; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
