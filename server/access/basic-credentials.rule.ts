export interface Credentials {
  username: string;
  password: string;
}

/**
 * Basic credentials as UTF-8 (RFC 7617): the first colon ends the username; the password may
 * contain colons.
 * @returns undefined for another scheme; null for a header that cannot be read.
 */
export function basicCredentials(header: string | undefined): Credentials | null | undefined {
  if (header === undefined || !/^basic\b/i.test(header)) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(encoded, 'base64'),
    );
  } catch {
    return null;
  }
  const colon = text.indexOf(':');
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
