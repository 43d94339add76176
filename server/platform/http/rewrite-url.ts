import { limits } from '../../../contracts/base/limits';

const isApi = /^\/api\//;

const decodes = (path: string): boolean => {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the address that the router matches. Replaces a path that the router cannot decode, or
 * that has too long a segment, by a path that does not exist, so that the client gets the usual
 * 404. The router itself would refuse the original path before any hook runs, and the response
 * would lack the headers that all other responses have.
 */
export function replaceUnroutableUrl(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (path.includes('%') && !decodes(path)) return '/api/';
  if (
    path.length > limits.addressPart &&
    isApi.test(path) &&
    path.split('/').some((part) => part.length > limits.addressPart)
  )
    return '/api/';
  return url;
}
