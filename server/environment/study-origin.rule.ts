import { getDomain, parse } from 'tldts';

/** The hosts from which studies with microphone or camera are served: a separate origin for each study. */
export interface StudyOrigin {
  /** `https://*.studies.example`, as a content security policy reads it; without a default port. */
  readonly pattern: string;
  /**
   * Whether the operator configured none, on a developer's machine, where browsers resolve every name below
   * `localhost`.
   */
  readonly isLocal: boolean;
  /**
   * Whether the origins are one site, so that a study can set cookies for all of them. They are separate sites below
   * a name on the public suffix list, which an operator can add there.
   */
  readonly areOneSite: boolean;
}

/** The site of a host (its registrable domain), or the host itself for an address and `localhost`. */
const siteOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;

/** The form of a study's id in a host name: without its dashes. */
const label = /^[0-9a-f]{32}$/;
const anyLabel = '0'.repeat(32);

/**
 * Checks `STUDY_ORIGIN`. Cookies ignore ports and, within one site, may be shared between hosts: a study on the app's
 * own host or a sibling of it could plant a token's cookie (docs/decisions/study-sandbox.md).
 * @param given `https://*.studies.example`, or undefined
 * @throws Error with what is wrong with it
 */
export function studyOriginOf(
  given: string | undefined,
  { app, api, cookieDomain }: { app: string; api: string; cookieDomain: string | undefined },
): StudyOrigin | null {
  if (given === undefined) return localOrigin(app, api);
  const { protocol, name, port } = readPattern(given);
  const isLoopback = name === 'localhost' || name.endsWith('.localhost');
  if (protocol === 'http:' && !isLoopback)
    throw new Error('must begin with https, since browsers give devices to nothing else');
  requireOwnable(name);
  const taken = [app, api].map((origin) => new URL(origin).hostname);
  if (taken.some((one) => isWithin(one, name)))
    throw new Error('must not be above the app: no page of the app is there');
  if (cookieDomain) taken.push(cookieDomain.replace(/^\./, ''));
  if (taken.some((one) => siteOf(one) === siteOf(name)))
    throw new Error('must be another site than the app: its cookies would be within reach');
  return originBelow(name, `${protocol}//*.${name}${port && `:${port}`}`, false);
}

/** Parses the protocol, the star and the parent name. */
function readPattern(given: string) {
  const [, protocol = '', host = ''] =
    /^(https?):\/\/\*\.([a-z0-9.-]+(?::\d+)?)$/i.exec(given) ?? [];
  const wrong = new Error('not an origin with a star, such as https://*.studies.example');
  if (!host) throw wrong;
  const address = `${protocol}://${anyLabel}.${host}`;
  const { hostname, port, protocol: read } = URL.canParse(address) ? new URL(address) : {};
  const name = hostname?.slice(anyLabel.length + 1) ?? '';
  const isName = name
    .split('.')
    .every((part) => /^(?!-)[a-z0-9-]{1,63}$/.test(part) && !part.endsWith('-'));
  if (!isName || hostname === undefined || hostname.length > 253) throw wrong;
  return { protocol: read, name, port };
}

/**
 * Refuses a public suffix of a registry, below which any person may register names. A name that its owner has entered
 * in the public suffix list is accepted.
 */
function requireOwnable(name: string): void {
  const { publicSuffix, isPrivate } = parse(name, { allowPrivateDomains: true });
  if (publicSuffix === name && !isPrivate && name !== 'localhost')
    throw new Error('must be a name that somebody owns, and not all names below a suffix');
}

const originBelow = (name: string, pattern: string, isLocal: boolean): StudyOrigin => ({
  pattern,
  isLocal,
  areOneSite: siteOf(`${anyLabel}.${name}`) === siteOf(`x.${name}`),
});

/** On a developer's machine the app is at the loopback address, and studies are below `localhost`. */
function localOrigin(app: string, api: string): StudyOrigin | null {
  const { protocol, hostname, port } = new URL(app);
  if (app !== api || protocol !== 'http:' || hostname !== '127.0.0.1') return null;
  return originBelow('localhost', `http://*.localhost${port && `:${port}`}`, true);
}

/** The origin of one study. Its id is in the page's addresses anyway. */
export const originOfStudy = ({ pattern }: StudyOrigin, studyId: string): string =>
  pattern.replace('*', studyId.replaceAll('-', ''));

const isWithin = (name: string, above: string) => name === above || name.endsWith(`.${above}`);
/**
 * On a developer's machine, the regional servers can be tried by these names
 * (web/src/features/layout/menus/regions.rule.ts).
 */
const regional = /^(eu|us)\.localhost$/;

/** A host (with its port) in the form of an origin: without the default port. */
export function hostOf({ pattern }: StudyOrigin, host: string): string {
  const asked = host.toLowerCase();
  if (!/^[\w.-]+(:\d+)?$/.test(asked)) return asked;
  const address = `${pattern.split('//', 1)[0]}//${asked}`;
  return URL.canParse(address) ? new URL(address).host : asked;
}

/**
 * The kind of host in a request: a study's, recognised by the id before the common part of the origins; `nobody` for
 * every other name below it, also with another port or a trailing dot, where neither a study nor the app responds.
 */
export function whoseHost(origin: StudyOrigin, host: string): 'study' | 'nobody' | 'app' {
  const [, common = ''] = origin.pattern.split('*.');
  const asked = hostOf(origin, host);
  const below = `.${common}`;
  if (asked.endsWith(below) && label.test(asked.slice(0, -below.length))) return 'study';
  const [base = '', name = ''] = [common, asked].map((one) => one.replace(/\.?(:\d+)?$/, ''));
  // The loopback host itself belongs to no study, and is not a site that a study could share.
  if (base === 'localhost' && (name === base || regional.test(name))) return 'app';
  return isWithin(name, base) ? 'nobody' : 'app';
}
