/** What an address in a file of a study refers to. */
export type AddressTarget =
  /** A file in the study's folder, by its path. */
  | { kind: 'own'; path: string }
  /** An address outside of the study's folder, on the same host. */
  | { kind: 'outside' }
  | { kind: 'host'; origin: string; insecure: boolean }
  /** An address that loads nothing: a fragment, a data URL, a mail address. */
  | { kind: 'none' };

const base = 'https://study.invalid/s/k/';

/**
 * Returns the path of the file that an address means; for a folder, the path of its `index.html`.
 * @param path the path in the address, without query and fragment
 */
const fileAt = (path: string) => (path === '' || path.endsWith('/') ? `${path}index.html` : path);

/**
 * Resolves an address.
 * @param from the path of the file that contains the address
 */
export function resolveAddress(from: string, address: string): AddressTarget {
  const trimmed = address.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return { kind: 'none' };
  let url: URL;
  try {
    url = new URL(trimmed, new URL(from.split('/').map(encodeURIComponent).join('/'), base));
  } catch {
    return { kind: 'none' };
  }
  if (!/^(https?|wss?):$/.test(url.protocol)) return { kind: 'none' };
  if (url.origin !== new URL(base).origin) {
    const secure = url.protocol === 'https:' || url.protocol === 'wss:';
    return { kind: 'host', origin: `https://${url.host}`, insecure: !secure };
  }
  if (!url.href.startsWith(base)) return { kind: 'outside' };
  try {
    const path = decodeURIComponent(url.pathname.slice(new URL(base).pathname.length));
    return { kind: 'own', path: fileAt(path.normalize('NFC')) };
  } catch {
    return { kind: 'none' };
  }
}

/**
 * Matches addresses that are only identifiers, such as XML namespaces. Nothing is loaded from them.
 */
const names = /^https?:\/\/(www\.w3\.org|purl\.org|schema\.org|json-schema\.org|example\.)/i;
export const isNamespaceAddress = (address: string): boolean => names.test(address);
