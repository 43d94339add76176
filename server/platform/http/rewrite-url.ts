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
 * The address that the router matches. A path that the router cannot decode, or that has too long a
 * segment, is replaced by one that does not exist, which gets the usual 404. The router itself
 * would refuse it before any hook runs, so its response would lack the headers that all other
 * responses have.
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
