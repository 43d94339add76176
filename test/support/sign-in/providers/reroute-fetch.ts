/** Returns the headers with which a reverse proxy tells the server its public address. */
export const forwardedHeaders = (issuer: string) => ({
  'x-forwarded-proto': new URL(issuer).protocol.slice(0, -1),
  'x-forwarded-host': new URL(issuer).host,
});

/**
 * The global object of the jest process. The compiled programs run outside of the test file and use
 * the `fetch` of this object (scripts/jest/compiled.cjs).
 */
const host = (globalThis as { commonlabHost?: typeof globalThis }).commonlabHost ?? globalThis;

/**
 * Sends requests for a public origin to a server on this machine, as a line in /etc/hosts would.
 * @returns a function that ends the rerouting
 */
export function rerouteFetch(origin: string, to: string): () => void {
  const real = host.fetch;
  host.fetch = (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    if (address.origin !== origin) return real(input, init);
    const headers = new Headers(
      init?.headers ?? (input instanceof Request ? input.headers : undefined),
    );
    for (const [name, value] of Object.entries(forwardedHeaders(origin))) headers.set(name, value);
    return real(`${to}${address.pathname}${address.search}`, { ...init, headers });
  };
  return () => {
    host.fetch = real;
  };
}
