/**
 * Makes an `Idempotency-Key`, a new one for each action that must happen once. It does not use
 * randomUUID, which browsers have only on https and localhost.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
