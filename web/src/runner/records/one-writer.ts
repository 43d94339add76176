/** This page as a writer: another page of the same participation takes over with its own. */
export const newWriter = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The newest tab of a browser writes; the previous tab loses the lock at once, without the server. */
export function alone(participation: string, takenOver: () => void): Promise<void> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`commonlab-run-${participation}`, { steal: true }, () => {
        resolve();
        return new Promise(() => undefined);
      })
      .catch(takenOver);
  });
}
