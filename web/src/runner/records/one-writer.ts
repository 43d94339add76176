/**
 * Returns a random id for this page as the writer of a run. A second page of the same participation
 * gets a different id when it takes over.
 */
export const newWriterId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * Makes this tab the only one in the browser that writes for the participation. The previous tab
 * loses its lock immediately, without a request to the server.
 */
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
