/**
 * Returns the key of a private link from the query of a study's address; undefined if the address
 * has no valid key.
 */
export function linkKeyIn(params: URLSearchParams): string | undefined {
  const key = params.get('link') ?? '';
  return /^[\w-]{22}$/.test(key) ? key : undefined;
}
