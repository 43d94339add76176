/**
 * Returns the key of a private link in the address of a study's page; undefined for anything else.
 */
export function linkKeyIn(params: URLSearchParams): string | undefined {
  const key = params.get('link') ?? '';
  return /^[\w-]{22}$/.test(key) ? key : undefined;
}
