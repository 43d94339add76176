// Masks exchanges so that two runs of the same code compare equal: values, bodies and headers
// without their random parts.
import { strFromU8, unzipSync } from 'fflate';
import { maskQuery, maskText, maskUrl } from './wire-masks.mjs';

/**
 * @typedef {{ text?: string, base64?: string, bytes?: number, sha256?: string }} Body
 * @typedef {object} Exchange a line of a recording, see test/support/wire-recorder.ts
 * @property {string} file
 * @property {string} test
 * @property {string} method
 * @property {string} url
 * @property {Record<string, string>} headers
 * @property {Body} [body]
 * @property {number} status
 * @property {Record<string, string[]>} answerHeaders
 * @property {Body} [answerBody]
 * @property {string[]} [cut]
 */
/**
 * @typedef {object} Masked
 * @property {{ method: string, url: string } & Record<string, unknown>} request
 * @property {{ status: number } & Record<string, unknown>} answer
 */

/**
 * Replaces the progress of an unfinished export; whether a test polls it meanwhile depends on
 * timing.
 */
export const UNDER_WAY = '<under way>';
/** contracts/base/limits.ts: pageSize */
const PAGE = 50;

/** Numbers that depend on the length of a masked value, or on timing. */
const numbersByName = new Set(['size', 'timeout', 'ms', 'seconds', 'retry_after']);

/** Sorts the keys, so that equal values have the same text. @param {unknown} value */
export const textOf = (value) =>
  JSON.stringify(value, (_, /** @type {unknown} */ v) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );

/** The types under each name, without the values. @param {object[]} items */
function merged(items) {
  /** @type {Record<string, string>} */
  const kinds = {};
  for (const [name, value] of items.flatMap((item) => Object.entries(item))) {
    const kind = value === null ? 'null' : typeof value;
    kinds[name] = [...new Set([...(kinds[name]?.split(' or ') ?? []), kind])].sort().join(' or ');
  }
  return kinds;
}

/**
 * Removes what depends on timing or on random ids: the progress of an export, and which of many
 * items are on the first page.
 * @param {object} value
 */
function passing(value) {
  if ('progress' in value && 'state' in value && /^(waiting|running)$/.test(String(value.state)))
    return { ...value, state: UNDER_WAY, progress: UNDER_WAY };
  // The number of uses depends on how many competing requests had arrived.
  if ('uses' in value && Number(value.uses) > 9) return { ...value, uses: '<many>' };
  if ('next_cursor' in value && value.next_cursor && 'items' in value) {
    const items = Array.isArray(value.items) ? /** @type {object[]} */ (value.items) : [];
    if (items.length >= PAGE) return { ...value, items: [merged(items)] };
  }
  return value;
}

/**
 * A list becomes the set of its masked elements: their number and order depend on the data of the
 * file's other tests, and on ids.
 * @param {unknown} value @param {string} [name] @returns {unknown}
 */
export function maskValue(value, name = '') {
  if (typeof value === 'string') return maskText(value, name);
  if (typeof value === 'number')
    return numbersByName.has(name) ? `<${name}>` : value > 1e9 && value < 1e13 ? '<epoch>' : value;
  if (Array.isArray(value)) {
    const masked = value.map((one) => maskValue(one, name));
    if (masked.length < 2) return masked; // before the sort: lists may be nested 2,000 deep
    return [...new Map(masked.map((one) => [textOf(one), one]))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one);
  }
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(passing(value)).map(([key, v]) => [maskText(key), maskValue(v, key)]),
    );
  return value;
}

/** @param {string} text */
function maskJson(text) {
  try {
    return maskValue(JSON.parse(text));
  } catch {
    return maskText(text);
  }
}

/** Describes each file in the archive; a partial download has none. @param {string} base64 */
function maskZip(base64) {
  try {
    return Object.fromEntries(
      Object.entries(unzipSync(Buffer.from(base64, 'base64'))).map(([name, bytes]) => [
        maskText(name),
        maskJson(strFromU8(bytes)),
      ]),
    );
  } catch {
    return '<part of a zip>';
  }
}

/** @param {string[]} lines */
const unique = (lines) => [...new Set(lines)];

/** @param {Body | undefined} body @param {string} type its content type @returns {unknown} */
export function maskBody(body, type) {
  if (!body) return undefined;
  if (/^application\/zip/.test(type) && body.base64) return maskZip(body.base64);
  if (body.text === undefined)
    return `<${body.bytes === undefined ? 'binary' : 'long'} ${type.split(';', 1)[0]}>`;
  const { text } = body;
  if (/^multipart\//.test(type)) {
    const boundary = text.slice(0, text.indexOf('\r\n'));
    return maskText(text.replaceAll(boundary, '<boundary>'));
  }
  if (/urlencoded/.test(type)) return maskQuery(text);
  if (/javascript|text\/css/.test(type)) return `<${type}>`;
  if (/text\/html/.test(type))
    return unique(
      maskText(text)
        .replace(/\/assets\/[\w<>.-]+/g, '/assets/<file>')
        .split('\n'),
    );
  if (/text\/plain/.test(type) && text.startsWith('# HELP '))
    // The counted calls depend on the earlier tests.
    return unique(
      text.split('\n').map((line) => line.replace(/(?<=^[^#].*)=".*?"|(?<=^[^#].*) \S+$/g, '')),
    ).sort();
  return maskJson(text);
}

/** @param {Record<string, string | string[]>} headers */
const maskHeaders = (headers) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (/^(content-length|retry-after)$/.test(name)) return [name, '<n>'];
      if (name === 'content-type')
        return [name, String(value).replace(/boundary=.*/, 'boundary=<boundary>')];
      return [
        name,
        [value]
          .flat()
          .map((one) => (name === 'location' ? maskUrl(one) : maskText(one, name)))
          .join('\n'),
      ];
    }),
  );

/** @param {Exchange} exchange @returns {Masked} */
export const maskExchange = ({
  method,
  url,
  headers,
  body,
  status,
  answerHeaders,
  answerBody,
  cut,
}) => ({
  request: {
    method,
    url: maskUrl(url),
    headers: maskHeaders(headers),
    // An aborted body is masked, since it depends on timing how much of it arrived.
    body: cut?.includes('request') ? '<cut>' : maskBody(body, headers['content-type'] ?? ''),
  },
  answer: {
    status,
    headers: maskHeaders(answerHeaders),
    body: cut?.includes('answer')
      ? '<cut>'
      : maskBody(answerBody, answerHeaders['content-type']?.[0] ?? ''),
  },
});
