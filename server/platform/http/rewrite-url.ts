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
 * The address by which a request finds its way. What cannot be decoded or is longer than any part
 * of a call names nothing: the router would refuse it before any hook, without the headers that
 * every answer has, so it goes to where nothing is and is answered like every other such address.
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
