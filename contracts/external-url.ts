/** What a link to an external study carries (docs/domain.md, 6): placeholders, and parameters. */
export const sentNames = ['participant', 'study', 'session', 'participation'] as const;
export type SentName = (typeof sentNames)[number];
/** Other names of the parameters, where the external study expects other ones. */
export type SentAliases = { readonly [K in SentName]?: string | undefined };

/** A name that a parameter may have. */
export const sentAlias = /^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/;
/** Two values must not come under one name: the external study would find one of them. */
export const areSentApart = (aliases: SentAliases): boolean =>
  new Set(sentNames.map((name) => aliases[name] ?? name)).size === sentNames.length;

const placeholders = /\{([^{}]*)\}/g;
const isSent = (name: string): name is SentName => (sentNames as readonly string[]).includes(name);
/** The browser treats these as safe without https (W3C, Secure Contexts): studies under test. */
const ownComputer = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Control characters, marks of direction, half characters: a URL may hold them, a database not. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * What is wrong with the address of an external study: it must be https, without a user's name or
 * password, with a server that no placeholder decides, and with known placeholders only. The server
 * never fetches it.
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

/**
 * The address that one participant opens: placeholders are replaced, and what no placeholder names is
 * appended under its own name or its alias. What the researcher wrote stays as it is.
 * @param url one that `externalUrlFault` finds nothing wrong with
 */
export function externalUrl(
  url: string,
  values: Readonly<Record<SentName, string>>,
  aliases: SentAliases = {},
): string {
  const placed = new Set<SentName>();
  const target = new URL(
    url.replace(placeholders, (whole, name: string) => {
      if (!isSent(name)) return whole;
      placed.add(name);
      return encodeURIComponent(values[name]);
    }),
  );
  const appended = sentNames
    .filter((name) => !placed.has(name))
    .map((name) => `${aliases[name] || name}=${encodeURIComponent(values[name])}`);
  const search = [target.search.slice(1), ...appended].filter(Boolean).join('&');
  target.search = search;
  return target.href;
}
