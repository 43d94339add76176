import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The beginning by which secret scanners find a token in a repository or a log. */
const prefix = 'clab_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The length in characters of a base-62 alphabet: 62^30 possible secrets are 178 bits. */
const secretLength = 30;
/** Six base-62 characters hold a checksum of 32 bits, since 62^6 > 2^32. */
const checksumLength = 6;
/** After a token was created, its holder sees only its first characters: the prefix and 4 of the 30 secret characters. */
const startLength = prefix.length + 4;

const shape = `${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}`;
const whole = new RegExp(`^${shape}$`);
const within = new RegExp(shape);

/** CRC-32 of the characters before it, in base 62. Not a secret: it finds typing errors. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = (alphabet[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export function newApiToken(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(62)]).join('');
  return `${prefix}${secret}${checksumOf(prefix + secret)}`;
}

/**
 * Whether a bearer token has the form of an API token. The token of a sign-in never has it: it has 43 characters, two
 * more.
 */
export const isApiToken = (token: string): boolean => whole.test(token);

/**
 * @param token of this kind
 * @returns false, without a database query, for a token that was mistyped or truncated
 */
export const hasRightChecksum = (token: string): boolean =>
  checksumOf(token.slice(0, -checksumLength)) === token.slice(-checksumLength);

/** Whether a URL holds a token, which proxies and browsers would keep in their logs. */
export const holdsApiToken = (url: string): boolean => url.includes(prefix) && within.test(url);

export const startOf = (token: string): string => token.slice(0, startLength);
