/**
 * Polls until the condition holds, or fails with the last value. The timeout is a safety net for a
 * busy machine: no test waits longer because of it.
 */
export async function eventually<T>(
  look: () => Promise<T> | T,
  isRight: (value: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (isRight(value)) return value;
    if (Date.now() > until)
      throw new Error(`not within ${withinMs} ms; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
