import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The prefix of every token, by which secret scanners recognise a token in a repository or in a
 * log.
 */
const prefix = 'clab_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The number of secret characters, of an alphabet of 62: 62^30 possible secrets are 178 bits. */
const secretLength = 30;
/**
 * The number of characters of the checksum. Six base-62 characters suffice for 32 bits, because
 * 62^6 > 2^32.
 */
const checksumLength = 6;
/**
 * How many characters of a token the list of tokens shows: the prefix, and 4 of the 30 secret
 * characters.
 */
const startLength = prefix.length + 4;

const shape = `${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}`;
const whole = new RegExp(`^${shape}$`);
const within = new RegExp(shape);

/**
 * Computes the checksum of a token: the CRC-32 of the characters before it, in base 62. It is not
 * a secret; it finds typing errors.
 */
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
 * Whether a bearer token has the form of an API token. The token of a sign-in, which has 43
 * characters, never has it.
 */
export const isApiToken = (token: string): boolean => whole.test(token);

/**
 * Whether the checksum of a token is right. A token that was mistyped or cut off has a wrong
 * checksum, so it can be refused without a database query.
 * @param token a text with the form of an API token
 */
export const hasRightChecksum = (token: string): boolean =>
  checksumOf(token.slice(0, -checksumLength)) === token.slice(-checksumLength);

/** Whether a URL contains an API token, which would get into the logs of proxies and browsers. */
export const containsApiToken = (url: string): boolean => url.includes(prefix) && within.test(url);

export const visibleApiTokenStart = (token: string): string => token.slice(0, startLength);
