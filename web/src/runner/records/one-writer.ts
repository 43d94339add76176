/** A new identifier of this page as a writer. A second page of the same participation takes over with a different one. */
export const newWriter = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Makes the newest tab of a browser the only writer; the previous tab loses the lock immediately, without the server. */
export function becomeOnlyWriter(participation: string, takenOver: () => void): Promise<void> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`commonlab-run-${participation}`, { steal: true }, () => {
        resolve();
        return new Promise(() => undefined);
      })
      .catch(takenOver);
  });
}
