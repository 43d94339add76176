/**
 * The values that a link to an external study can carry, as placeholders or as query parameters
 * (docs/domain.md, 6).
 */
export const sentParameterNames = ['participant', 'study', 'session', 'participation'] as const;
export type SentParameterName = (typeof sentParameterNames)[number];
/** Parameter names that the external study expects in place of the default ones. */
export type ParameterAliases = { readonly [K in SentParameterName]?: string | undefined };

/** Matches a valid name of a parameter. */
export const parameterAliasPattern = /^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/;
/**
 * Whether all parameters have different names. If two values had the same name, the external study
 * would read only one of them.
 */
export const haveDistinctNames = (aliases: ParameterAliases): boolean =>
  new Set(sentParameterNames.map((name) => aliases[name] ?? name)).size ===
  sentParameterNames.length;

/**
 * The field error for a URL that already contains a parameter that we would append. The appended
 * parameter would come second, and most servers ignore the second of two equal names.
 */
export type DuplicateParameterCode = `${SentParameterName}_in_address`;

const placeholders = /\{([^{}]*)\}/g;
const isSent = (name: string): name is SentParameterName =>
  (sentParameterNames as readonly string[]).includes(name);
/**
 * Matches the hosts of the participant's own computer, which browsers treat as secure without https
 * (W3C, Secure Contexts). Researchers use them to test a study before they publish it.
 */
const ownComputer = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Control characters, marks of writing direction and lone surrogates. URLs with them are refused,
 * since a database may not accept them.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Returns the error of an external study's URL, or null. The URL must use https, contain no user
 * name or password, have a host without placeholders, and contain only known placeholders. The
 * server never requests it.
 */
export function externalUrlFault(url: string): 'invalid_url' | 'unknown_placeholder' | null {
  const authority = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1];
  if (authority === undefined || /[{}@\\]/.test(authority) || unseen.test(url))
    return 'invalid_url';
  const filled = url.replace(placeholders, (whole, name: string) => (isSent(name) ? 'x' : whole));
  if (/[{}]/.test(filled)) return 'unknown_placeholder';
  if (!URL.canParse(filled)) return 'invalid_url';
  const { protocol, hostname, username, password } = new URL(filled);
  if (username !== '' || password !== '') return 'invalid_url';
  return protocol === 'https:' || ownComputer.test(hostname) ? null : 'invalid_url';
}

/** A query parameter as written in a URL, and its name as a server decodes it. */
interface WrittenParameter {
  readonly name: string;
  readonly text: string;
}
function nameIn(text: string): string {
  const name = (/^[^=]*/.exec(text)?.[0] ?? '').replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
const parametersIn = (search: string): WrittenParameter[] =>
  search
    .split('&')
    .filter(Boolean)
    .map((text) => ({ name: nameIn(text), text }));
/**
 * Compares the names of parameters without regard to case, since some servers treat `Participant`
 * and `participant` as the same name.
 */
const isCalled = (name: string, other: string) => name.toLowerCase() === other.toLowerCase();
const hasPlaceholder = (text: string, name: SentParameterName) => text.includes(`{${name}}`);

/**
 * Finds one of our parameters that would occur twice because the URL already has a parameter of
 * that name, for example in a link copied from a trial run. Most servers read the first one, and
 * would take all participants for one person.
 * @returns null if there is none
 */
export function findDuplicateParameter(
  url: string,
  aliases: ParameterAliases = {},
): SentParameterName | null {
  const [beforeHash = ''] = url.split('#');
  const at = beforeHash.indexOf('?');
  if (at < 0) return null;
  const written = parametersIn(beforeHash.slice(at + 1));
  const isDoubled = (sent: SentParameterName) => {
    const same = written.filter(({ name }) => isCalled(name, aliases[sent] || sent));
    return hasPlaceholder(url, sent)
      ? same.length > 1 && same.some(({ text }) => hasPlaceholder(text, sent))
      : same.length > 0;
  };
  return sentParameterNames.find(isDoubled) ?? null;
}

/**
 * Returns the field error of a URL that already contains a parameter that we would append; null if
 * it contains none.
 */
export function duplicateParameterFault(
  url: string,
  aliases?: ParameterAliases,
): DuplicateParameterCode | null {
  const name = findDuplicateParameter(url, aliases);
  return name && `${name}_in_address`;
}

/**
 * Returns the address that one participant opens.
 * - A value replaces its placeholder in the URL. A value without a placeholder is appended as a
 *   parameter, under its default name or its alias.
 * - The rest of the URL stays as the researcher wrote it. An old URL may already have a parameter
 *   with the name of the appended one. Then the appended value replaces the old value.
 * @param url a URL that `externalUrlFault` accepts
 */
export function participantUrl(
  url: string,
  values: Readonly<Record<SentParameterName, string>>,
  aliases: ParameterAliases = {},
): string {
  const placed = new Set<SentParameterName>();
  const target = new URL(
    url.replace(placeholders, (whole, name: string) => {
      if (!isSent(name)) return whole;
      placed.add(name);
      return encodeURIComponent(values[name]);
    }),
  );
  const appended = sentParameterNames
    .filter((sent) => !placed.has(sent))
    .map((sent) => ({ name: aliases[sent] || sent, value: encodeURIComponent(values[sent]) }));
  const kept = parametersIn(target.search.slice(1)).filter(
    ({ name }) => !appended.some((one) => isCalled(one.name, name)),
  );
  target.search = [
    ...kept.map(({ text }) => text),
    ...appended.map(({ name, value }) => `${name}=${value}`),
  ].join('&');
  return target.href;
}
