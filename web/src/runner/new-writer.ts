/** This page as a writer: another page of the same participation takes over with its own. */
export const newWriter = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
