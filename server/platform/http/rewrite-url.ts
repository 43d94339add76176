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
 * The address that the router matches. The router would refuse a path that cannot be decoded, or one with too long a
 * segment, before any hook runs, and so without the headers that every response has. Such a path is rewritten to one
 * that does not exist and gets the usual 404.
 */
export function rewriteUrl(url: string): string {
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
