/**
 * An `Idempotency-Key`: one for each thing that is to be done once. Not by randomUUID, which browsers
 * have on https and localhost only.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
