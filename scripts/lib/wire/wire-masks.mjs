// Replaces the parts of a text that differ between two runs of the same code by their kind: ids, times,
// secrets, ports.

/**
 * Values that no pattern tells from a word or a number, by the name that they come under.
 * @type {Record<string, RegExp>}
 */
const byName = {
  code: /^(\d{6,8}|[A-Z2-9]{8}|\s*\w{4} \w{4}\s*|\w{4}-\w{4}-\w{4})$/,
  invitation_code: /^\w{4}-\w{4}-\w{4}$/,
  recovery_code: /^\s*\w{5}[- ]\w{5}\s*$/,
  recovery_codes: /^\w{5}-\w{5}$/,
  pseudonym: /^[0-9a-f]{8}$/,
  secret: /^[A-Z2-7]{16,}$/,
};
/** Letters, digits and signs in turn, as in no word or name. @param {string} text */
function looksRandom(text) {
  if (text.endsWith('==')) return true;
  if (/^[0-9a-f]+$/i.test(text)) return /\d/.test(text) && /[a-f]/i.test(text);
  const kinds = [...text].map((c) =>
    /[a-z]/.test(c) ? 'a' : /[A-Z]/.test(c) ? 'A' : /\d/.test(c) ? '1' : '-',
  );
  const changes = kinds.filter((kind, i) => i > 0 && kind !== kinds[i - 1]).length;
  const all = new Set(kinds).size - Number(kinds.includes('-')) === 3;
  return changes / (text.length - 1) > (all || text.length >= 32 ? 0.25 : 0.45);
}

/**
 * Short ones are of one length always; the length of a signed or packed text depends on what is in
 * it.
 * @param {string} text
 */
const random = (text) => (text.length <= 44 ? `<random ${text.length}>` : '<random>');

/**
 * Masks random parts in a sequence of letters, digits and the signs of both base64 alphabets. A slash may belong to
 * base64 or separate a path; the other characters of the sequence decide which.
 * @param {string} run
 */
function maskRun(run) {
  if (/[+=]/.test(run) || (run.length >= 64 && !/[-_]/.test(run)))
    return run.replace(/[A-Za-z0-9+/]{16,}={0,2}/g, (text) =>
      looksRandom(text) ? random(text) : text,
    );
  return run
    .split('/')
    .map((part) => (part.length >= 16 && looksRandom(part) ? random(part) : part))
    .join('/');
}

/** @type {[RegExp, string | ((...found: string[]) => string)][]} */
const patterns = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<jwt>'],
  [
    /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi,
    '<uuid $1>',
  ],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b202\d-\d\d-\d\d\b/g, '<date>'],
  [/\b\d{1,2}\.? \p{L}+ 202\d (at|um) \d\d:\d\d UTC/gu, '<date> $1 <time>'],
  [/\b\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, '<http time>'],
  [/\b(?:[0-9A-F]{2}:){15,}[0-9A-F]{2}\b/g, '<fingerprint>'],
  // A test's own people and organizations: their number in the file, and the process' id.
  [/(?<![\w-])(person|subject|uni)-\d+(?:-\d+)?/gi, '$1-<n>'],
  [/\bUniversity \d+\b/g, 'University <n>'],
  [/\b(127\.0\.0\.1|localhost):\d{2,5}(?!\d)/g, '$1:<port>'],
  [/'nonce-[^']+'/g, "'nonce-<nonce>'"],
  [/W\/"[0-9a-f]+-[0-9a-f]+"/g, 'W/"<size and time>"'],
  [/-[\w-]{8}(?=\.(?:js|css)\b)/g, '-<hash>'],
  [/[\w+/-]{16,}={0,2}/g, maskRun],
  // Joins random text that was wrapped over several lines.
  [/<random[^>]*>(?:\s*<random[^>]*>)+/g, '<random>'],
  [/(?<![\w.])1\d{9}(?:\d{3})?(?![\w.])/g, '<epoch>'],
  [/(?<![\w.=-])\d{6,8}(?![\w.-])/g, '<code>'],
];

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** @param {string} query @returns {string} */
export const maskQuery = (query) =>
  query
    .split('&')
    .map((pair) => pair.split('='))
    .map(([name = '', ...value]) =>
      value.length > 0 ? `${name}=${maskText(decoded(value.join('=')), name)}` : maskText(name),
    )
    .join('&');

/**
 * An address, part by part: percent signs would hide what is in it.
 * @param {string} url
 * @returns {string}
 */
export function maskUrl(url) {
  const [, base = '', path = '', query, hash] =
    /^(\w+:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  return [
    maskText(base),
    path
      .split('/')
      .map((part) => maskText(decoded(part)))
      .join('/'),
    query === undefined ? '' : `?${maskQuery(query)}`,
    hash === undefined ? '' : `#${maskQuery(hash)}`,
  ].join('');
}

/**
 * @param {string} text
 * @param {string} [name] of the property, parameter or header that it is the value of
 * @returns {string}
 */
export function maskText(text, name = '') {
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (known?.test(text)) return `<${name}>`;
  if (/^\w+:\/\/[^\s?]*\?\S*$/.test(text)) return maskUrl(text);
  if (/^[\w.-]+=[^\s&]*(&[\w.-]+=[^\s&]*)+$/.test(text)) return maskQuery(text);
  return patterns.reduce(
    (masked, [pattern, kind]) => masked.replace(pattern, /** @type {string} */ (kind)),
    text,
  );
}
